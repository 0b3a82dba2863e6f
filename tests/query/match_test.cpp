#include <skillcat/catalog.h>
#include <sqlite3.h>

#include <catch2/catch.hpp>

#include "query/match.h"
#include "query/reader.h"
#include "support/indexed_tree.h"

namespace skillcat {
namespace {

using test::IndexedTree;

/// Skills that say in their frontmatter what calls for them.
class MatchTree : public IndexedTree {
 public:
  void skill(const std::string& name, const std::string& description,
             const std::string& more = {}) {
    write(name + "/SKILL.md", "---\nname: \"" + name + "\"\ndescription: \"" + description +
                                  "\"\n" + more + "---\nDo it.\n");
  }
  SearchAnswer match(const std::string& text, const std::string& cwd = {}) {
    pass();
    Message message;
    message.text = text;
    message.cwd = cwd;
    return Catalog::open(catalog()).match(message);
  }
  /// The same, without those that are called by text relevance alone.
  std::string called_by_phrase(const std::string& text) {
    std::string names;
    for (const Hit& hit : match(text).hits) {
      if (hit.evidence.at(0).kind == EvidenceKind::text || hit.score < 0.65) continue;
      names += (names.empty() ? "" : " ") + hit.name;
    }
    return names;
  }
  /// The names that `text` calls for, best first, joined by blanks.
  std::string called(const std::string& text) {
    std::string names;
    for (const Hit& hit : match(text).hits) names += (names.empty() ? "" : " ") + hit.name;
    return names;
  }
};

TEST_CASE("a keyword calls for its skill as whole words, stems included") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [code review, ui]\n");
  CHECK(tree.called("please do a code review of this") == "a");
  CHECK(tree.called("two code reviews, please") == "a");
  CHECK(tree.called("the UI is slow") == "a");
  CHECK(tree.called("the build is slow") == "");
  CHECK(tree.called("code, review later") == "");
}

TEST_CASE("a keyword is no part of another word") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [hack, git]\n");
  CHECK(tree.called("I read it on Hacker News") == "");
  CHECK(tree.called("look at GitHub") == "");
  CHECK(tree.called("a quick hack") == "a");
}

TEST_CASE("a Chinese keyword stands anywhere in a run of characters") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [分析代码]\n");
  CHECK(tree.called("请帮我分析代码的复杂度") == "a");
  CHECK(tree.called("请分析这段代码") == "");
}

TEST_CASE("signs of a keyword must stand in the message") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [c++]\n");
  CHECK(tree.called("plan c failed") == "");
  CHECK(tree.called("port it to C++ please") == "a");
}

TEST_CASE("a keyword longer than the dictionary's keys is compared to its end") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [one two three four five six seven eight]\n");
  CHECK(tree.called("one two three four five six seven eight") == "a");
  CHECK(tree.called_by_phrase("one two three four five six nine eight") == "");
  CHECK(tree.called_by_phrase("one two three four five six seven") == "");
}

TEST_CASE("a slash command calls for its skill where a word begins") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "patterns: [/deploy]\n");
  CHECK(tree.called("/deploy staging") == "a");
  CHECK(tree.called("then run /deploy.") == "a");
  CHECK(tree.called("see docs/deploy for that") == "");
  CHECK(tree.called("/deployment") == "");
}

TEST_CASE("a regular expression is tried where a literal that it requires stands") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "patterns: ['invoice\\s+\\d+', '/receipt [a-z]+/i', '发票\\d+']\n");
  CHECK(tree.called("pay INVOICE  42 today") == "a");
  CHECK(tree.called("pay the invoice today") == "");
  CHECK(tree.called("RECEIPT abc") == "a");
  CHECK(tree.called("请处理发票123") == "a");
}

TEST_CASE("everyday expressions work, down to two letters in a row") {
  MatchTree tree;
  tree.skill("a", "Alpha.",
             "patterns: ['fix(es|ed)? (the )?bug', '\\bPR\\b', '\\b(ui|ux)\\b', '^translate', "
             "'create .+ request', '帮我.*翻译']\n");
  for (const char* message : {"please fix the bug", "open the PR now", "a new UX", "Translate it",
                              "create a pull request", "帮我把它翻译一下"}) {
    INFO(message);
    CHECK(tree.called(message) == "a");
  }
  for (const char* message : {"a bug", "the spring", "build it", "do not translate", "request"}) {
    INFO(message);
    CHECK(tree.called(message) == "");
  }
  CHECK(tree.codes_of("local:here/a") == "");
}

TEST_CASE("a message that a skill's name and description cover calls for it") {
  MatchTree tree;
  tree.skill("code-review", "Review code changes and pull requests for bugs and style.");
  tree.skill("xiaohongshu", "小红书文案写作，生成爆款笔记。");
  tree.skill("deploying", "Deploy services to a server.");
  CHECK(tree.called("review code changes in my pull request") == "code-review");
  CHECK(tree.called("帮我写一篇小红书文案") == "xiaohongshu");
  CHECK(tree.called("帮我把服务部署到服务器") == "deploying");
  for (const char* message : {"hello, how are you?", "你好，最近怎么样？", "帮我一下",
                              "I read it on Hacker News while the build failed"}) {
    INFO(message);
    CHECK(tree.called(message) == "");
  }
}

TEST_CASE("an expression that cannot be used is a stored problem and calls for nothing") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "patterns: ['(unclosed', '.*', '\\d+']\n");
  CHECK(tree.called("unclosed 42") == "");
  CHECK(tree.codes_of("local:here/a") == "pattern_refused pattern_refused pattern_refused");
}

TEST_CASE("a name of several words calls for its skill") {
  MatchTree tree;
  tree.skill("release-notes", "Alpha.");
  CHECK(tree.called("write the release notes") == "release-notes");
  CHECK(tree.called_by_phrase("notes of the release") == "");
}

TEST_CASE("a name of one word needs another word of the skill beside it") {
  MatchTree tree;
  tree.skill("pdf", "Extract tables from documents.");
  CHECK(tree.called("the pdf is here") == "");
  CHECK(tree.called("extract this pdf") == "pdf");
}

TEST_CASE("code fences, URLs and quoted lines of a message do not count") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [kubernetes]\n");
  CHECK(tree.called("look:\n```\nkubernetes apply\n```\ndone") == "");
  CHECK(tree.called("unclosed\n~~~\nkubernetes") == "");
  CHECK(tree.called("see https://example.org/kubernetes?x=1 for it") == "");
  CHECK(tree.called("> kubernetes is hard\nyes") == "");
  CHECK(tree.called("what is `kubernetes`") == "a");
}

TEST_CASE("nothing calls for nothing") {
  MatchTree tree;
  tree.skill("code-review", "Review code changes in pull requests.");
  tree.skill("weather", "Forecasts of the weather.");
  CHECK(tree.called("") == "");
  CHECK(tree.called("hello, how are you?") == "");
  CHECK(tree.called("thanks, that worked") == "");
  CHECK(tree.called("the and of") == "");
}

TEST_CASE("strong text relevance calls for a skill without any trigger") {
  MatchTree tree;
  tree.skill("alpha", "Summarize merged pull requests since the last tag.");
  tree.skill("beta", "Water plants.");
  CHECK(tree.called("summarize the merged pull requests") == "alpha");
  CHECK(tree.called("summarize the novel that my grandmother wrote about requests") == "");
}

TEST_CASE("two rare words of a longer message are no call") {
  MatchTree tree;
  tree.skill("stories", "Top stories of Hacker News.");
  for (int i = 0; i < 20; ++i) tree.skill("s" + std::to_string(i), "Read a build that failed.");
  CHECK(tree.called("show top stories of Hacker News") == "stories");
  const std::string called = tree.called("I read it on Hacker News while the build failed");
  CHECK(called.find("stories") == std::string::npos);
}

TEST_CASE("two hundred keywords weigh no more than the best of them") {
  MatchTree tree;
  std::string many = "triggers: [";
  for (int i = 0; i < 200; ++i)
    many += "word" + std::string(1 + static_cast<std::size_t>(i % 7), 'x') + ", ";
  tree.skill("hoarder", "Alpha.", many + "wordx, wordxx]\n");
  tree.skill("exact", "Beta.", "patterns: [/go]\n");
  CHECK(tree.called("/go wordx wordxx wordxxx") == "exact hoarder");
}

TEST_CASE("an everyday word as a keyword needs another word of the skill beside it") {
  MatchTree tree;
  for (int i = 0; i < 25; ++i) tree.skill("s" + std::to_string(i), "Search one thing.");
  tree.skill("papers", "Find academic papers.", "triggers: [search]\n");
  CHECK(tree.called("search my feelings") == "");
  CHECK(tree.match("search academic papers").hits.at(0).name == "papers");
}

TEST_CASE("each hit has its evidence as the author wrote it") {
  MatchTree tree;
  tree.skill("release-notes", "Alpha.", "triggers: [What Changed]\npatterns: [/notes]\n");
  const auto hit = tree.match("/notes what changed in the release notes").hits.at(0);
  REQUIRE(hit.evidence.size() == 3);
  CHECK(hit.evidence[0].kind == EvidenceKind::pattern);
  CHECK(hit.evidence[0].text == "/notes");
  CHECK(hit.evidence[1].kind == EvidenceKind::keyword);
  CHECK(hit.evidence[1].text == "What Changed");
  CHECK(hit.evidence[2].kind == EvidenceKind::name);
  CHECK(hit.evidence[2].text == "release-notes");
}

TEST_CASE("equal copies are one hit, and of one name the winner is called") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [deploy it]\n");
  tree.tree.make_folder("other");
  tree.tree.write(
      "other/a/SKILL.md",
      "---\nname: \"a\"\ndescription: \"Alpha.\"\ntriggers: [deploy it]\n---\nDo it.\n");
  tree.tree.write("other/b/SKILL.md",
                  "---\nname: a\ndescription: Other.\ntriggers: [deploy it]\n---\nDo it.\n");
  tree.roots.push_back(tree.root("other", "other"));
  tree.roots.back().precedence = 1;
  const auto hits = tree.match("deploy it").hits;
  REQUIRE(hits.size() == 1);
  CHECK(hits[0].ref == "local:here/a");
  CHECK(hits[0].copies == std::vector<std::string>{"local:other/a"});
}

TEST_CASE("a project around the working folder comes before the user's roots") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [deploy it]\n");
  tree.tree.write("project/skills/a/SKILL.md",
                  "---\nname: a\ndescription: Project.\ntriggers: [deploy it]\n---\nDo it.\n");
  tree.roots.push_back(tree.root("project/skills", "project"));
  tree.roots.back().precedence = 4'000'000;
  tree.roots.back().scope = Scope::project;
  tree.roots.back().project_path = tree.tree.path("project");
  CHECK(tree.match("deploy it").hits.at(0).ref == "local:here/a");
  CHECK(tree.match("deploy it", tree.tree.path("project/src")).hits.at(0).ref == "local:project/a");
}

TEST_CASE("a changed skill is called by its new keywords only") {
  MatchTree tree;
  tree.skill("a", "Alpha.", "triggers: [first words]\n");
  CHECK(tree.called("first words") == "a");
  tree.skill("a", "Alpha.", "triggers: [second words]\n");
  CHECK(tree.called("first words") == "");
  CHECK(tree.called("second words") == "a");
}

/// Statements that a match of `text` runs.
int statements_of(MatchTree& tree, const std::string& text) {
  tree.pass();
  query::Reader reader(tree.catalog());
  int count = 0;
  sqlite3_trace_v2(
      reader.database().getHandle(), SQLITE_TRACE_STMT,
      [](unsigned, void* counter, void*, void*) { return ++*static_cast<int*>(counter), 0; },
      &count);
  Message message;
  message.text = text;
  query::match(reader, message);
  return count;
}

TEST_CASE("the statements of a match grow with the message and not with the skills") {
  MatchTree few;
  MatchTree many;
  few.skill("s1", "Alpha.", "triggers: [apple banana]\n");
  for (int i = 0; i < 300; ++i) {
    std::string word = "x";  // of letters alone: digits would be terms that all share
    for (int rest = i; rest > 0; rest /= 26) word += static_cast<char>('a' + rest % 26);
    many.skill(word, "Alpha.", "triggers: [" + word + "q " + word + "z]\n");
  }
  many.skill("s1", "Alpha.", "triggers: [apple banana]\n");
  const int one = statements_of(few, "apple banana");
  CHECK(statements_of(many, "apple banana") == one);
  CHECK(statements_of(few, "apple banana and then a longer message about things") > one);
}

}  // namespace
}  // namespace skillcat
