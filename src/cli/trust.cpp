#include "cli/trust.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/digest.h"

namespace skillcat::cli {
namespace {

std::string real_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  return real ? std::string(real.get()) : path;
}

/// Values of the environment count, since some decide what runs (NODE_OPTIONS, PATH). Those of
/// headers do not: they change often and run nothing.
std::string digest_of(const ServerEntry& entry) {
  Json all = {entry.command, entry.env, entry.folder, entry.url, Json::array()};
  for (const auto& [name, value] : entry.headers) all.back().push_back(name);
  const auto replace = Json::error_handler_t::replace;
  return "sha256:" + to_hex(bytes_of(sha256(all.dump(-1, ' ', false, replace))));
}

std::string text_of(const Json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace

Trust Trust::load(const std::string& path) {
  Trust trust;
  const Json json = load_object(path);
  const auto list = json.find("servers");
  if (list == json.end() || !list->is_array()) return trust;
  for (const Json& item : *list) {
    if (!item.is_object()) continue;
    trust.servers_.push_back({text_of(item, "file"), text_of(item, "project"),
                              text_of(item, "name"), text_of(item, "digest")});
  }
  return trust;
}

void Trust::save(const std::string& path) const {
  Json json = {{"servers", Json::array()}};
  for (const TrustedServer& server : servers_) {
    json["servers"].push_back({{"file", server.file},
                               {"project", server.project},
                               {"name", server.name},
                               {"digest", server.digest}});
  }
  save_object(path, json);
}

bool Trust::covers(const ServerEntry& entry) const {
  const std::string file = real_path(entry.file);
  const std::string digest = digest_of(entry);
  return std::ranges::any_of(servers_, [&](const TrustedServer& server) {
    return server.file == file && server.name == entry.name && server.digest == digest;
  });
}

void Trust::add(const ServerEntry& entry) {
  remove(entry);
  servers_.push_back({real_path(entry.file), entry.project, entry.name, digest_of(entry)});
}

bool Trust::remove(const ServerEntry& entry) {
  const std::string file = real_path(entry.file);
  return std::erase_if(servers_, [&](const TrustedServer& server) {
           return server.file == file && server.name == entry.name &&
                  server.project == entry.project;
         }) > 0;
}

}  // namespace skillcat::cli
