#include "cli/config.h"

#include <skillcat/error.h>

#include <catch2/catch.hpp>

using namespace skillcat;
using namespace skillcat::cli;

TEST_CASE("the catalog and the configuration are where the first to name them says") {
  Environment environment;
  environment.home = "/home/me";
  environment.cwd = "/w";
  CHECK(locate({}, environment).catalog == "/home/me/.local/share/skillcat/catalog.db");
  CHECK(locate({}, environment).config == "/home/me/.config/skillcat/config.json");
  CHECK(locate({}, environment).managed == "/home/me/.config/skillcat/managed.json");
  environment.data_home = "/data";
  environment.config_home = "relative/is/ignored";
  CHECK(locate({}, environment).catalog == "/data/skillcat/catalog.db");
  CHECK(locate({}, environment).config == "/home/me/.config/skillcat/config.json");
  environment.catalog = "~/c.db";
  CHECK(locate({}, environment).catalog == "/home/me/c.db");
  CHECK_FALSE(locate({}, environment).catalog_by_option);
  Globals globals;
  globals.catalog = "x/../y.db";
  CHECK(locate(globals, environment).catalog == "/w/y.db");
  CHECK(locate(globals, environment).catalog_by_option);
}

TEST_CASE("paths of the configuration know the home folder") {
  CHECK(expand_path("~", "/h", "/b") == "/h");
  CHECK(expand_path("~/x", "/h", "/b") == "/h/x");
  CHECK(expand_path("~x", "/h", "/b") == "/b/~x");
  CHECK(expand_path("$HOME/x", "/h", "/b") == "/h/x");
  CHECK(expand_path("${HOME}/x", "/h", "/b") == "/h/x");
  CHECK(expand_path("$HOMER/x", "/h", "/b") == "/b/$HOMER/x");
  CHECK(expand_path("x", "/h", "/b") == "/b/x");
  CHECK(expand_path("/x", "/h", "/b") == "/x");
}

TEST_CASE("a label is part of a ref") {
  CHECK_NOTHROW(check_label("my skills", "/x"));
  CHECK_THROWS_AS(check_label("", "/x"), Error);
  CHECK_THROWS_AS(check_label("a/b", "/x"), Error);
}
