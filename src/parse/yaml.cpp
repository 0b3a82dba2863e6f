#include "parse/yaml.h"

#include <yaml.h>

#include "base/utf8.h"

namespace skillcat::parse {
namespace {

/// libyaml's parser and its current event, released whatever happens.
class EventStream {
 public:
  explicit EventStream(std::string_view text) {
    ready_ = yaml_parser_initialize(&parser_) == 1;
    if (!ready_) return;
    const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
    yaml_parser_set_encoding(&parser_, YAML_UTF8_ENCODING);
    yaml_parser_set_input_string(&parser_, bytes, text.size());
  }
  ~EventStream() {
    yaml_event_delete(&event_);
    if (ready_) yaml_parser_delete(&parser_);
  }
  EventStream(const EventStream&) = delete;
  EventStream& operator=(const EventStream&) = delete;

  /// The next event; nullptr when the text is not YAML.
  const yaml_event_t* next() {
    yaml_event_delete(&event_);
    return ready_ && yaml_parser_parse(&parser_, &event_) == 1 ? &event_ : nullptr;
  }

  std::string problem() const { return parser_.problem == nullptr ? "not YAML" : parser_.problem; }
  int line() const { return static_cast<int>(parser_.problem_mark.line) + 1; }

 private:
  yaml_parser_t parser_{};
  yaml_event_t event_{};
  bool ready_ = false;
};

std::string scalar_text(const yaml_char_t* value, std::size_t length) {
  const std::string_view text(reinterpret_cast<const char*>(value), length);
  // Escapes such as "\0" and "\ud800" make what the input did not contain.
  const bool sound = text.find('\0') == std::string_view::npos && is_valid_utf8(text);
  return sound ? std::string(text) : mend_utf8(text).text;
}

Node::Style scalar_style(yaml_scalar_style_t style) {
  switch (style) {
    case YAML_SINGLE_QUOTED_SCALAR_STYLE:
    case YAML_DOUBLE_QUOTED_SCALAR_STYLE:
      return Node::Style::quoted;
    case YAML_LITERAL_SCALAR_STYLE:
      return Node::Style::literal;
    case YAML_FOLDED_SCALAR_STYLE:
      return Node::Style::folded;
    default:
      return Node::Style::plain;
  }
}

/// Builds the tree from events. The open containers are a path of values, moved into their parent
/// when they close, so that no pointer into a growing vector is kept.
class TreeBuilder {
 public:
  explicit TreeBuilder(YamlResult& result) : result_(result) {}

  /// False ends the parse: it has failed.
  bool take(const yaml_event_t& event) {
    switch (event.type) {
      case YAML_DOCUMENT_START_EVENT:
        return ++documents_ == 1 || fail_syntax("a second document");
      case YAML_ALIAS_EVENT:
        return fail(YamlFailure::alias, "an alias");
      case YAML_SCALAR_EVENT:
        return take_scalar(event);
      case YAML_SEQUENCE_START_EVENT: {
        const auto& start = event.data.sequence_start;
        return open(Node::Kind::list, event, start.anchor != nullptr || start.tag != nullptr);
      }
      case YAML_MAPPING_START_EVENT: {
        const auto& start = event.data.mapping_start;
        return open(Node::Kind::map, event, start.anchor != nullptr || start.tag != nullptr);
      }
      case YAML_SEQUENCE_END_EVENT:
      case YAML_MAPPING_END_EVENT:
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

  static void place(Node& node, const yaml_event_t& event) {
    node.line = static_cast<int>(event.start_mark.line) + 1;
    node.column = static_cast<int>(event.start_mark.column) + 1;
  }

  bool take_scalar(const yaml_event_t& event) {
    if (!count_node()) return false;
    const auto& scalar = event.data.scalar;
    Node node;
    node.style = scalar_style(scalar.style);
    node.marked = scalar.anchor != nullptr || scalar.tag != nullptr;
    node.text = scalar_text(scalar.value, scalar.length);
    place(node, event);
    return add(std::move(node));
  }

  bool open(Node::Kind kind, const yaml_event_t& event, bool marked) {
    if (!count_node()) return false;
    if (path_.size() >= kMaxYamlDepth) return fail(YamlFailure::too_deep, "nested too deeply");
    Open open;
    open.node.kind = kind;
    open.node.marked = marked;
    place(open.node, event);
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
  EventStream events(text);
  TreeBuilder builder(result);
  for (;;) {
    const yaml_event_t* event = events.next();
    if (event == nullptr) {
      result.root.reset();
      result.failure = YamlFailure::syntax;
      result.message = events.problem();
      result.line = events.line();
      return result;
    }
    if (event->type == YAML_STREAM_END_EVENT || !builder.take(*event)) break;
  }
  builder.finish();
  return result;
}

}  // namespace skillcat::parse
