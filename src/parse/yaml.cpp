#include "parse/yaml.h"

#include <libfyaml.h>

#include <memory>

#include "base/utf8.h"

namespace skillcat::parse {
namespace {

struct ParserDeleter {
  void operator()(fy_parser* parser) const { fy_parser_destroy(parser); }
};
struct DiagDeleter {
  void operator()(fy_diag* diag) const { fy_diag_destroy(diag); }
};

/// libfyaml's quiet flag still prints; an output function is the only way to keep it silent.
void keep_first_line(fy_diag*, void* user, const char* buffer, std::size_t length) {
  auto& message = *static_cast<std::string*>(user);
  if (!message.empty()) return;
  const std::string_view text(buffer, length);
  message = std::string(text.substr(0, text.find('\n')));
}

std::unique_ptr<fy_diag, DiagDeleter> make_diag(std::string& message) {
  fy_diag_cfg cfg{};
  fy_diag_cfg_default(&cfg);
  cfg.fp = nullptr;
  cfg.output_fn = keep_first_line;
  cfg.user = &message;
  cfg.level = FYET_ERROR;
  cfg.colorize = false;
  cfg.show_source = false;
  cfg.show_position = false;
  cfg.show_type = false;
  cfg.show_module = false;
  return std::unique_ptr<fy_diag, DiagDeleter>(fy_diag_create(&cfg));
}

std::string token_text(fy_token* token) {
  std::size_t length = 0;
  const char* text = token == nullptr ? nullptr : fy_token_get_text(token, &length);
  if (text == nullptr) return {};
  // Escapes such as "\0" and "\ud800" make what the input did not contain.
  const std::string_view view(text, length);
  const bool sound = view.find('\0') == std::string_view::npos && is_valid_utf8(view);
  return sound ? std::string(view) : mend_utf8(view).text;
}

Node::Style scalar_style(fy_token* token) {
  switch (token == nullptr ? FYSS_PLAIN : fy_token_scalar_style(token)) {
    case FYSS_SINGLE_QUOTED:
    case FYSS_DOUBLE_QUOTED:
      return Node::Style::quoted;
    case FYSS_LITERAL:
      return Node::Style::literal;
    case FYSS_FOLDED:
      return Node::Style::folded;
    default:
      return Node::Style::plain;
  }
}

void place(Node& node, fy_token* token) {
  const fy_mark* mark = token == nullptr ? nullptr : fy_token_start_mark(token);
  if (mark == nullptr) return;
  node.line = mark->line + 1;
  node.column = mark->column + 1;
}

/// Builds the tree from events. The open containers are a path of values, moved into their parent
/// when they close, so that no pointer into a growing vector is kept.
class TreeBuilder {
 public:
  explicit TreeBuilder(YamlResult& result) : result_(result) {}

  /// False ends the parse: it is done or has failed.
  bool take(const fy_event& event) {
    switch (event.type) {
      case FYET_STREAM_START:
      case FYET_DOCUMENT_END:
      case FYET_STREAM_END:
        return true;
      case FYET_DOCUMENT_START:
        return ++documents_ == 1 || fail_syntax("a second document");
      case FYET_ALIAS:
        return fail(YamlFailure::alias, "an alias");
      case FYET_SCALAR:
        return take_scalar(event.scalar);
      case FYET_SEQUENCE_START: {
        const auto& start = event.sequence_start;
        return open(Node::Kind::list, start.sequence_start, start.anchor || start.tag);
      }
      case FYET_MAPPING_START: {
        const auto& start = event.mapping_start;
        return open(Node::Kind::map, start.mapping_start, start.anchor || start.tag);
      }
      case FYET_SEQUENCE_END:
      case FYET_MAPPING_END:
        return close();
      default:
        return true;
    }
  }

  void finish() {
    if (result_.failure == YamlFailure::none && !result_.root) result_.root.emplace();
  }

 private:
  struct Open {
    Node node;
    std::optional<Node> key;  ///< of a map: the key whose value comes next
  };

  bool fail(YamlFailure failure, std::string message) {
    result_.failure = failure;
    result_.message = std::move(message);
    result_.root.reset();
    return false;
  }
  bool fail_syntax(std::string message) { return fail(YamlFailure::syntax, std::move(message)); }

  bool count_node() {
    return ++nodes_ <= kMaxYamlNodes || fail(YamlFailure::too_many_nodes, "too many values");
  }

  bool take_scalar(const fy_event_scalar_data& scalar) {
    if (!count_node()) return false;
    Node node;
    node.style = scalar_style(scalar.value);
    node.marked = scalar.anchor != nullptr || scalar.tag != nullptr;
    node.text = token_text(scalar.value);
    place(node, scalar.value);
    return add(std::move(node));
  }

  bool open(Node::Kind kind, fy_token* token, bool marked) {
    if (!count_node()) return false;
    if (path_.size() >= kMaxYamlDepth) return fail(YamlFailure::too_deep, "nested too deeply");
    Open open;
    open.node.kind = kind;
    open.node.marked = marked;
    place(open.node, token);
    path_.push_back(std::move(open));
    return true;
  }

  bool close() {
    Node node = std::move(path_.back().node);
    path_.pop_back();
    return add(std::move(node));
  }

  bool add(Node node) {
    if (path_.empty()) {
      result_.root = std::move(node);
      return true;
    }
    Open& parent = path_.back();
    if (parent.node.is_list()) {
      parent.node.items.push_back(std::move(node));
      return true;
    }
    if (!parent.key) {
      if (!node.is_scalar()) return fail_syntax("a key that is not text");
      parent.key = std::move(node);
      return true;
    }
    add_entry(parent, std::move(node));
    return true;
  }

  void add_entry(Open& parent, Node node) {
    node.key = std::move(parent.key->text);
    node.line = parent.key->line;
    node.column = parent.key->column;
    parent.key.reset();
    // Linear in the map; 1,000 nodes bound it.
    if (parent.node.find(node.key) == nullptr) {
      parent.node.items.push_back(std::move(node));
    } else {
      result_.duplicates.push_back(std::move(node));
    }
  }

  YamlResult& result_;
  std::vector<Open> path_;
  std::size_t nodes_ = 0;
  int documents_ = 0;
};

}  // namespace

bool Node::is_null() const {
  if (!is_scalar() || style != Style::plain || marked) return false;
  return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

const Node* Node::find(std::string_view name) const {
  for (const Node& item : items) {
    if (item.key == name) return &item;
  }
  return nullptr;
}

YamlResult parse_yaml(std::string_view text) {
  YamlResult result;
  std::string message;
  const auto diag = make_diag(message);
  fy_parse_cfg cfg{};
  cfg.flags = static_cast<fy_parse_cfg_flags>(FYPCF_DEFAULT_PARSE | FYPCF_ALLOW_DUPLICATE_KEYS |
                                              FYPCF_SLOPPY_FLOW_INDENTATION);
  cfg.diag = diag.get();
  const std::unique_ptr<fy_parser, ParserDeleter> parser(fy_parser_create(&cfg));
  if (!parser || fy_parser_set_string(parser.get(), text.data(), text.size()) != 0) {
    result.failure = YamlFailure::syntax;
    result.message = "the YAML parser could not start";
    return result;
  }
  TreeBuilder builder(result);
  bool more = true;
  bool ended = false;
  while (more) {
    fy_event* event = fy_parser_parse(parser.get());
    if (event == nullptr) break;
    ended = event->type == FYET_STREAM_END;
    more = builder.take(*event) && !ended;
    fy_parser_event_free(parser.get(), event);
  }
  if (result.failure == YamlFailure::none && !ended) {
    result.failure = YamlFailure::syntax;
    result.message = message.empty() ? "not YAML" : message;
    result.root.reset();
  }
  builder.finish();
  return result;
}

}  // namespace skillcat::parse
