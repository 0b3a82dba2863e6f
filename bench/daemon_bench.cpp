// The daemon over a folder of skills: how long until a saved file is found by another process, what
// it costs when nothing happens, how much memory it takes.
//
//   daemon_bench SKILLCAT FOLDER|NUMBER [SAVES] [IDLE_SECONDS]
//
// FOLDER is copied; a NUMBER makes that many skills up (corpus.h). SKILLCAT is the program.
#include <signal.h>
#include <skillcat/catalog.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "corpus.h"
#include "measure.h"
#include "support/temp_folder.h"

namespace skillcat::bench {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

void make_up(const std::string& folder, std::uint64_t number) {
  const Corpus corpus(1);
  for (std::uint64_t i = 0; i < number; ++i) {
    const Declaration skill = corpus.skill(i);
    const std::string place = folder + "/g" + std::to_string(i / 1000) + "/s" + std::to_string(i);
    fs::create_directories(place);
    std::ofstream file(place + "/SKILL.md", std::ios::binary);
    file << "---\nname: s" << i << "\ndescription: |\n";
    std::istringstream lines(skill.description);
    for (std::string line; std::getline(lines, line);) file << "  " << line << "\n";
    file << "---\n" << skill.instructions << "\n";
  }
}

std::vector<std::string> skill_files(const std::string& folder) {
  std::vector<std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().filename() != "SKILL.md") continue;
    const std::string text = read(entry.path());
    const bool usual = text.starts_with("---\n") && text.find("\n---\n") != std::string::npos;
    if (usual) files.push_back(entry.path());
  }
  return files;
}

/// The program as `skillcat daemon`, with a home of its own.
class Process {
 public:
  Process(const std::string& program, const std::string& home) {
    pid_ = ::fork();
    if (pid_ < 0) throw std::runtime_error("cannot fork");
    if (pid_ > 0) return;
    ::setenv("HOME", home.c_str(), 1);
    for (const char* name : {"XDG_DATA_HOME", "XDG_CONFIG_HOME", "SKILLCAT_CATALOG"}) {
      ::unsetenv(name);
    }
    if (::chdir(home.c_str()) == 0) ::execl(program.c_str(), "skillcat", "-q", "daemon", nullptr);
    std::_Exit(127);
  }
  ~Process() {
    ::kill(pid_, SIGTERM);
    ::waitpid(pid_, nullptr, 0);
  }
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  bool runs() const { return ::waitpid(pid_, nullptr, WNOHANG) == 0; }
  std::string field(const std::string& name) const {
    std::ifstream status("/proc/" + std::to_string(pid_) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (line.starts_with(name + ":")) return line.substr(name.size() + 1);
    }
    return "0";
  }
  double memory_mb(const std::string& name) const { return std::stod(field(name)) / 1024; }
  double cpu_seconds() const {
    std::istringstream stat(read("/proc/" + std::to_string(pid_) + "/stat"));
    std::string word;
    double ticks = 0;
    for (int i = 1; i <= 15 && stat >> word; ++i) {
      if (i >= 14) ticks += std::stod(word);
    }
    return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
  }

 private:
  pid_t pid_ = -1;
};

/// Opens the catalog once the first pass has ended.
Catalog wait_for_first_pass(const std::string& path, const Process& process) {
  while (process.runs()) {
    try {
      Catalog catalog = Catalog::open(path);
      if (catalog.freshness().as_of > 0) return catalog;
    } catch (const Error&) {
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  throw std::runtime_error("the daemon has ended");
}

/// From close() of the saved file to the answer that holds its new word.
double save_and_find(Catalog& catalog, const std::string& path, const std::string& word) {
  std::string text = read(path);
  text.insert(text.find("\n---\n") + 5, word + "\n\n");  // where the instructions begin
  std::ofstream file(path, std::ios::binary | std::ios::trunc);
  file << text;
  file.close();
  const Timer timer;
  Query query;
  query.text = word;
  while (true) {
    const SearchAnswer answer = catalog.search(query);
    if (!answer.hits.empty() && !answer.corrected) break;
    if (timer.ms() > 60'000) throw std::runtime_error(path + " was not found in a minute");
  }
  return timer.ms();
}

void run(const std::string& program, const std::string& what, int saves, int idle_seconds) {
  const test::TempFolder home;
  const std::string skills = home.path(".claude/skills");
  fs::create_directories(skills);
  if (fs::is_directory(what)) {
    fs::copy(what, skills, fs::copy_options::recursive | fs::copy_options::copy_symlinks);
  } else {
    make_up(skills, std::stoull(what));
  }
  const auto files = skill_files(skills);
  const Timer first;
  const Process daemon(fs::absolute(program), home.path());
  Catalog catalog = wait_for_first_pass(home.path(".local/share/skillcat/catalog.db"), daemon);
  std::printf("%zu skill files, first pass %.1f s\n", files.size(), first.ms() / 1000);
  std::mt19937 random(1);
  Samples latency;
  for (int i = 0; i < saves; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(100 + random() % 200));
    std::string word = "zq";  // like no other word, so that it is not corrected to one
    for (int letter = 0; letter < 10; ++letter) word += static_cast<char>('a' + random() % 26);
    latency.add(save_and_find(catalog, files[random() % files.size()], word));
  }
  std::printf("close() to found by another process, ms, p50/p99 of %d: %s\n", saves,
              latency.text().c_str());
  std::this_thread::sleep_for(std::chrono::seconds(2));  // the log is emptied
  const double cpu = daemon.cpu_seconds();
  const long wakes = std::stol(daemon.field("voluntary_ctxt_switches"));
  std::this_thread::sleep_for(std::chrono::seconds(idle_seconds));
  std::printf("idle for %d s: %.2f s of CPU, %ld wake-ups\n", idle_seconds,
              daemon.cpu_seconds() - cpu,
              std::stol(daemon.field("voluntary_ctxt_switches")) - wakes);
  std::printf("resident %.1f MB, at most %.1f MB; of its own %.1f MB\n", daemon.memory_mb("VmRSS"),
              daemon.memory_mb("VmHWM"), daemon.memory_mb("RssAnon"));
}

}  // namespace
}  // namespace skillcat::bench

int main(int argc, char** argv) {
  if (argc < 3) {
    std::fprintf(stderr, "daemon_bench SKILLCAT FOLDER|NUMBER [SAVES] [IDLE_SECONDS]\n");
    return 2;
  }
  try {
    skillcat::bench::run(argv[1], argv[2], argc > 3 ? std::atoi(argv[3]) : 200,
                         argc > 4 ? std::atoi(argv[4]) : 60);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "daemon_bench: %s\n", e.what());
    return 1;
  }
  return 0;
}
