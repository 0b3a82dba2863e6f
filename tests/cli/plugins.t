# Plugins: what Claude Code has installed, and folders that are plugins or marketplaces.

  $ py() { python3 -c 'import json, sys; d = json.load(sys.stdin); print(json.dumps(eval(sys.argv[1]), ensure_ascii=False))' "$1"; }
  $ skill() { mkdir -p "$1"; printf -- '---\nname: %s\ndescription: %s\n---\n%s\n' "$(basename "$1")" "$2" "$3" > "$1/SKILL.md"; }
  $ printf '{"bundled": false}' > config.json; export SKILLCAT_CONFIG=$WORK/config.json
  $ cache=~/.claude/plugins/cache/market/notes
  $ install() { printf '{"version": 2, "plugins": {"notes@market": [{"scope": "user", "version": "%s", "installPath": "%s"}]}}' $1 $cache/$1 > ~/.claude/plugins/installed_plugins.json; }
  $ for version in 1.0.0 1.1.0 2.0.0; do
  >   skill $cache/$version/skills/release-notes "Write release notes" "As of $version."
  >   mkdir -p $cache/$version/.claude-plugin $cache/$version/commands $cache/$version/hooks
  >   echo '{"name": "notes"}' > $cache/$version/.claude-plugin/plugin.json
  >   printf -- '---\ndescription: Tag a release\nallowed-tools: Bash(git tag:*)\n---\nTag $1.\n' > $cache/$version/commands/tag.md
  >   echo '{"hooks": {"PostToolUse": [{"hooks": []}]}}' > $cache/$version/hooks/hooks.json
  > done

# Of the versions in its cache the installed one alone is active.

  $ install 1.1.0; skillcat index
  2 skills: 2 active, 0 stale, 0 rejected (0 repaired)
  * (glob)
  problems ('skillcat problems' lists them):
    inactive_version  2
  $ skillcat list
  tag            Tag a release                   plugin:market/notes/commands/tag
  release-notes  Write release notes             plugin:market/notes/release-notes
  $ skillcat root list
  claude-plugins  default  $HOME/.claude/plugins
  market/notes    default  $HOME/.claude/plugins/cache/market/notes/1.1.0
  $ skillcat show notes:release-notes
  name           release-notes
  description    Write release notes
  ref            plugin:market/notes/release-notes
  version        1.0.0
  file           $HOME/.claude/plugins/cache/market/notes/1.1.0/skills/release-notes/SKILL.md
  agents         claude
  state          active
  hooks          PostToolUse

  As of 1.1.0.
  $ skillcat why ~/.claude/plugins/cache/market/notes/2.0.0/skills/release-notes/SKILL.md
  $HOME/.claude/plugins/cache/market/notes/2.0.0/skills/release-notes/SKILL.md
    version 2.0.0 of notes@market is not in use: installed is 1.1.0
    note inactive_version: version 2.0.0 of notes@market is not in use: installed is 1.1.0
  $ skillcat problems
  $HOME/.claude/plugins/cache/market/notes/1.0.0: note inactive_version: version 1.0.0 of notes@market is not in use: installed is 1.1.0
      Nothing: only the installed version is used. Install this one to use it.
  $HOME/.claude/plugins/cache/market/notes/2.0.0: note inactive_version: version 2.0.0 of notes@market is not in use: installed is 1.1.0
      Nothing: only the installed version is used. Install this one to use it.

# A command is a skill with slash commands; the tools it allows and its plugin's hooks are listed.

  $ skillcat match "/notes:tag v3" --explain
  tag  Tag a release                              plugin:market/notes/commands/tag
      pattern in triggers: /notes:tag
      name in name: tag
      score 1.000, phrase 1.000
  $ skillcat show tag --json | py '[d["name"], d["ref"], d["patterns"], d["allowed_tools"], d["hooks"], d["agents"]]'
  ["tag", "plugin:market/notes/commands/tag", ["/notes:tag", "/tag"], ["Bash(git tag:*)"], ["PostToolUse"], ["claude"]]
  $ skillcat hooks
  PostToolUse  2 skills
  $ skillcat context tag --arg 1=v3 | tail -n 4

  Tag v3.

  === End: tag [*] === (glob)

# An upgrade, a disabled plugin, a removed one: at the next pass.

  $ install 2.0.0; skillcat index -q; skillcat show release-notes | tail -n 1
  As of 2.0.0.
  $ skillcat changes --since 1
  2  changed  plugin:market/notes/commands/tag
  2  changed  plugin:market/notes/release-notes
  $ echo '{"enabledPlugins": {"notes@market": false}}' > ~/.claude/settings.json; skillcat index -q; skillcat list
  $ skillcat why ~/.claude/plugins/cache/market/notes/2.0.0
  $HOME/.claude/plugins/cache/market/notes/2.0.0
    notes@market is disabled in $HOME/.claude/settings.json
    note plugin_disabled: notes@market is disabled in $HOME/.claude/settings.json
  $ rm ~/.claude/settings.json; echo '{"plugins": {}}' > ~/.claude/plugins/installed_plugins.json; skillcat index -q; skillcat list

# A list that cannot be read takes nothing away.

  $ install 2.0.0; skillcat index -q; echo '{"plugins": ' > ~/.claude/plugins/installed_plugins.json
  $ skillcat index
  2 skills: 0 active, 2 stale, 0 rejected (0 repaired)
  0 files read, 0 folders excluded, in *; revision 6 (glob)
  problems ('skillcat problems' lists them):
    manifest_invalid  1
    root_unreadable   4
  skillcat: the root $HOME/.claude/plugins could not be read whole (hint: see 'skillcat problems')
  skillcat: the root $HOME/.claude/plugins/cache/market/notes/2.0.0 could not be read whole (hint: see 'skillcat problems')
  $ skillcat list | wc -l; install 2.0.0
  2

# A marketplace stands for the plugins that lie in it; what is no plugin's is local.

  $ mkdir -p shop/.claude-plugin
  $ cat > shop/.claude-plugin/marketplace.json <<'END'
  > {"name": "shop", "plugins": [
  >   {"name": "notes", "source": "./plugins/notes"},
  >   {"name": "docs", "source": "./plugins/docs", "strict": false, "skills": ["./pdf", "../../outside"]},
  >   {"name": "far", "source": {"source": "github", "repo": "someone/far"}}
  > ]}
  > END
  $ skill shop/plugins/notes/skills/release-notes "Write release notes" "As of 2.0.0."
  $ skill shop/plugins/docs/pdf "Read PDF files" Read.
  $ skill shop/tools/lint "Lint everything" Lint.
  $ skillcat root add shop
  shop-rest   added    $WORK/shop
  shop/notes  added    $WORK/shop/plugins/notes
  shop/docs   added    $WORK/shop/plugins/docs
  skillcat: 3 roots added (hint: 'skillcat index' reads what is new)
  $ skillcat index
  5 skills: 5 active, 0 stale, 0 rejected (0 repaired)
  5 files read, 0 folders excluded, in *; revision 7 (glob)
  problems ('skillcat problems' lists them):
    inactive_version    2
    path_leaves_plugin  1
    plugin_elsewhere    1
  $ skillcat list
  lint           Lint everything                 local:shop-rest/tools/lint
  tag            Tag a release                   plugin:market/notes/commands/tag
  release-notes  Write release notes             plugin:market/notes/release-notes
  pdf            Read PDF files                  plugin:shop/docs/pdf
  release-notes  Write release notes             plugin:shop/notes/release-notes
  $ skillcat problems --code path_leaves_plugin
  $WORK/shop/plugins/docs: warning path_leaves_plugin: the marketplace's entry for docs names ../../outside, which leaves $WORK/shop/plugins/docs
      Move what it names into the plugin.

# Two plugins of one name: both are there, equal skills are one hit, and why says who wins.

  $ skillcat why release-notes
  plugin:shop/notes/release-notes
    active; wins its name over 1: its root shop/notes comes first
    file: $WORK/shop/plugins/notes/skills/release-notes/SKILL.md
    wins over: plugin:market/notes/release-notes
  plugin:market/notes/release-notes
    active; its name means plugin:shop/notes/release-notes: its root shop/notes comes first
    file: $HOME/.claude/plugins/cache/market/notes/2.0.0/skills/release-notes/SKILL.md
  $ skillcat search release notes --json | py '[[s["ref"], s["copies"]] for s in d["skills"]]'
  [["plugin:shop/notes/release-notes", ["plugin:market/notes/release-notes"]], ["plugin:market/notes/commands/tag", []]]
  $ skillcat show shop/notes:release-notes
  name           release-notes
  description    Write release notes
  ref            plugin:shop/notes/release-notes
  version        1.0.0
  file           $WORK/shop/plugins/notes/skills/release-notes/SKILL.md
  state          active
  same as        plugin:market/notes/release-notes (claude)

  As of 2.0.0.
  $ skillcat list --root shop/notes
  release-notes  Write release notes               plugin:shop/notes/release-notes

# Removed: one plugin of a marketplace, what is installed, the marketplace.

  $ skillcat root remove shop/docs
  shop/docs  added    $WORK/shop/plugins/docs
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  $ skillcat root remove market/notes
  skillcat: cannot remove market/notes: Claude Code has installed it (hint: disable it there, or remove 'claude-plugins' to leave out all that is installed)
  [2]
  $ skillcat root remove shop; skillcat index -q; skillcat list
  shop-rest  added    $WORK/shop
  skillcat: removed (hint: 'skillcat index' takes its skills out of the catalog)
  tag            Tag a release                   plugin:market/notes/commands/tag
  release-notes  Write release notes             plugin:market/notes/release-notes

# Every plugin and marketplace below a folder.

  $ mkdir -p more/one/.codex-plugin more/two; echo '{"name": "first"}' > more/one/.codex-plugin/plugin.json; echo '{}' > more/two/gemini-extension.json
  $ skillcat root add more --plugins
  first  added    $WORK/more/one
  two    added    $WORK/more/two
  skillcat: 2 roots added (hint: 'skillcat index' reads what is new)
  $ skillcat root add more --plugins --label x
  skillcat: --label names one root, --projects and --plugins may find many (hint: leave one of them out)
  [2]

# A skill that is linked into several agents is one skill with as many places.

  $ skill shared/pdf "Fill PDF forms" Fill.
  $ for agent in .claude .codex .gemini .opencode; do mkdir -p ~/$agent/skills; ln -s $WORK/shared/pdf ~/$agent/skills/pdf; done
  $ skillcat index -q; skillcat show pdf | grep -E 'agents|same'
  agents         claude, copilot, cursor, opencode
  same as        local:user-codex/pdf (codex, cursor)
  same as        local:user-gemini/pdf (gemini)
  same as        local:user-opencode/pdf (opencode)
  $ skillcat show pdf --json | py '[[p["ref"], p["agents"]] for p in d["places"]]'
  [["local:user-claude/pdf", ["claude", "copilot", "cursor", "opencode"]], ["local:user-codex/pdf", ["codex", "cursor"]], ["local:user-gemini/pdf", ["gemini"]], ["local:user-opencode/pdf", ["opencode"]]]
  $ skillcat search fill forms --json | py '[[s["ref"], s["copies"]] for s in d["skills"]]'
  [["local:user-claude/pdf", ["local:user-codex/pdf", "local:user-gemini/pdf", "local:user-opencode/pdf"]]]

# The commands of a Gemini CLI extension are TOML.

  $ mkdir -p ext/commands/git; echo '{"name": "ship"}' > ext/gemini-extension.json
  $ printf 'description = "Write the tag message"\nprompt = """\nLook at the log, then write.\n"""\n' > ext/commands/git/tagline.toml
  $ printf 'prompt = "not closed\n' > ext/commands/broken.toml
  $ skillcat root add ext > /dev/null 2>&1; skillcat index -q; skillcat match "/git:tagline v3"
  tagline  Write the tag message                  plugin:ship/commands/git/tagline
  $ skillcat show ship:tagline --json | py '[d["patterns"], d["instructions"], d["repaired"]]'
  [["/git:tagline", "/ship.git:tagline"], "Look at the log, then write.\n", false]
  $ skillcat problems --code command_not_toml
  $WORK/ext/commands/broken.toml:1: warning command_not_toml: * (glob)
      Write prompt = """...""" and check the file with a TOML checker.
