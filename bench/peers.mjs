// MiniSearch, FlexSearch, lunr and ripgrep over the rows and queries of search_bench:
//
//   mkdir -p build/peers && cp bench/package.json build/peers              (once)
//   npm install --ignore-scripts --prefix build/peers                      (once)
//   search_bench --skills 1000,10000 --dump
//   node bench/peers.mjs search_bench.data/rows-1000 search_bench.data/rows-10000 [options]
//
//   --only NAME,…     of minisearch, flexsearch, lunr, ripgrep
//   --no-bodies       index name, triggers and description alone
//   --queries N       of each kind (default all); ripgrep is asked --grep-queries N (default 25)
//   --heap MB         of a library's process (default 12000)
//   --minutes N       that a library may take in all (default 20)
//   --cpu             time that the process has run, as search_bench --cpu (never of ripgrep)
//   --results FILE    appends each line for the chart
//   --modules DIR     where the libraries are (default build/peers)
//
// The libraries get the segmented text and the terms that FTS5 gets in search_bench, each in a
// process of its own; what a library does with words (stems, stop words) is its default. All are
// asked for any of the terms, as skillcat is. "MB" is what the index holds on the heap. ripgrep
// lists the files that hold any of them: it does not rank, so that it has no overlap, and its time
// holds that of starting it.
import { spawnSync } from "node:child_process";
import { appendFileSync, createReadStream, existsSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { cpus, loadavg } from "node:os";
import { basename, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const TOP = 10;
const KINDS = ["short", "medium", "long", "chinese"];
const BOOST = { name: 2, triggers: 2, description: 1, body: 0.5 };

// Each library: build(fields) takes rows one by one and gives a function that answers.
const LIBRARIES = {
  minisearch: {
    title: "MiniSearch",
    build(load, fields) {
      const MiniSearch = load("minisearch");
      const index = new MiniSearch({ idField: "doc", fields, searchOptions: { boost: BOOST } });
      return {
        add: (row) => index.add(row),
        finish: () => (terms) =>
          index.search(terms.join(" ")).slice(0, TOP).map((hit) => hit.id),
      };
    },
  },
  flexsearch: {
    title: "FlexSearch",
    build(load, fields) {
      const { Index } = load("flexsearch");
      const index = new Index({ tokenize: "strict" });
      return {
        add: (row) => index.add(row.doc, fields.map((field) => row[field]).join(" ")),
        finish: () => (terms) => index.search(terms.join(" "), { limit: TOP, suggest: true }),
      };
    },
  },
  lunr: {
    title: "lunr",
    build(load, fields) {
      const lunr = load("lunr");
      const builder = new lunr.Builder();
      // The trimmer, which lunr adds by default, removes every letter that is not ASCII.
      builder.pipeline.add(lunr.stopWordFilter, lunr.stemmer);
      builder.searchPipeline.add(lunr.stemmer);
      builder.ref("doc");
      for (const field of fields) builder.field(field, { boost: BOOST[field] });
      return {
        add: (row) => builder.add(row),
        finish: () => {
          const index = builder.build();
          return (terms) =>
            index.search(terms.join(" ")).slice(0, TOP).map((hit) => Number(hit.ref));
        },
      };
    },
  },
};

function parse(args) {
  const options = {
    folders: [], only: null, bodies: true, queries: Infinity, grepQueries: 25, heap: 12000,
    minutes: 20, cpu: false, results: null, modules: "build/peers", one: null,
  };
  const rest = [...args];
  while (rest.length > 0) {
    const name = rest.shift();
    if (name === "--only") options.only = rest.shift().split(",");
    else if (name === "--no-bodies") options.bodies = false;
    else if (name === "--queries") options.queries = Number(rest.shift());
    else if (name === "--grep-queries") options.grepQueries = Number(rest.shift());
    else if (name === "--heap") options.heap = Number(rest.shift());
    else if (name === "--minutes") options.minutes = Number(rest.shift());
    else if (name === "--cpu") options.cpu = true;
    else if (name === "--results") options.results = rest.shift();
    else if (name === "--modules") options.modules = rest.shift();
    else if (name === "--one") options.one = rest.shift();
    else if (name.startsWith("--")) fail(`unknown option ${name}`);
    else options.folders.push(name);
  }
  if (options.folders.length === 0) fail("no folder of rows: see the head of this file");
  return options;
}

function fail(text) {
  process.stderr.write(`peers.mjs: ${text}\n`);
  process.exit(2);
}

function readQueries(folder, ofEachKind) {
  const count = {};
  return readFileSync(join(folder, "queries.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line))
    .filter((query) => (count[query.kind] = (count[query.kind] ?? 0) + 1) <= ofEachKind);
}

function percentile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(Math.floor(share * sorted.length), sorted.length - 1)] ?? 0;
}

const digits = (value, n = 3) => Number(value.toPrecision(n));

function clock(cpu) {
  if (!cpu) return () => performance.now();
  return () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
}

// What lives on the heap now.
function heldBytes() {
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

function statusBytes(field) {
  const line = readFileSync("/proc/self/status", "utf8").match(new RegExp(`${field}:\\s+(\\d+)`));
  return Number(line[1]) * 1024;
}

// Asks every query once before it is timed, as search_bench does.
function measure(queries, search, now) {
  const times = { all: [] };
  let sum = 0;
  let counted = 0;
  for (let round = 0; round < 2; ++round) {
    for (const query of queries) {
      const start = now();
      const answer = search(query.terms);
      const ms = now() - start;
      if (round === 0) continue;
      times.all.push(ms);
      (times[query.kind] ??= []).push(ms);
      if (query.exact.length === 0 || answer === null) continue;
      sum += query.exact.filter((doc) => answer.includes(doc)).length / query.exact.length;
      ++counted;
    }
  }
  const ms = {};
  for (const kind of Object.keys(times)) {
    ms[kind] = [0.5, 0.99].map((share) => digits(percentile(times[kind], share), 4));
  }
  return { ms, overlap: counted > 0 ? digits(sum / counted) : null };
}

// In a process of its own: one library, one folder; the result as a line of JSON.
async function measureLibrary(options) {
  const folder = options.folders[0];
  const fields = ["name", "triggers", "description", ...(options.bodies ? ["body"] : [])];
  const load = createRequire(resolve(options.modules) + "/");
  const before = heldBytes();
  const now = clock(options.cpu);
  const library = LIBRARIES[options.one].build(load, fields);
  let buildMs = 0;
  const rows = createInterface({ input: createReadStream(join(folder, "rows.jsonl")) });
  for await (const line of rows) {
    const row = JSON.parse(line);
    const start = now();
    library.add(row);
    buildMs += now() - start;
  }
  const start = now();
  const search = library.finish();
  buildMs += now() - start;
  const held = heldBytes() - before;
  writeFileSync("/proc/self/clear_refs", "5"); // VmHWM is the peak from here on
  const resident = statusBytes("VmRSS");
  const measured = measure(readQueries(folder, options.queries), search, now);
  process.stdout.write(
    JSON.stringify({
      ...measured,
      build_s: digits(buildMs / 1000),
      mb: digits(held / 1e6),
      more_mb: digits((statusBytes("VmHWM") - resident) / 1e6),
    }),
  );
}

function runLibrary(options, name, folder) {
  const child = spawnSync(
    process.execPath,
    [
      `--max-old-space-size=${options.heap}`, "--expose-gc", fileURLToPath(import.meta.url), folder,
      "--one", name, "--modules", options.modules, "--queries", String(options.queries),
      ...(options.bodies ? [] : ["--no-bodies"]), ...(options.cpu ? ["--cpu"] : []),
    ],
    { encoding: "utf8", timeout: options.minutes * 60_000, killSignal: "SIGKILL" },
  );
  if (child.error?.code === "ETIMEDOUT") {
    return { failed: `over ${options.minutes} minutes` };
  }
  const output = child.stderr.trim().split("\n");
  if (child.status === 0) return JSON.parse(child.stdout);
  if (child.stderr.includes("heap out of memory")) {
    return { failed: `over ${options.heap / 1000} GB of heap` };
  }
  return { failed: output.find((line) => /^\w*Error/.test(line)) ?? `ended by ${child.signal}` };
}

function runRipgrep(options, folder) {
  const files = join(folder, "files");
  const queries = readQueries(folder, Math.min(options.queries, options.grepQueries));
  const grep = (terms) => {
    const words = terms.flatMap((term) => ["-e", term]);
    const child = spawnSync("rg", ["-l", "-i", "-F", ...words, files], { stdio: "ignore" });
    if (child.error) throw child.error;
    return null;
  };
  try {
    return { ...measure(queries, grep, clock(false)), build_s: null, mb: null, more_mb: null };
  } catch (error) {
    return { failed: error.code === "ENOENT" ? "rg is not installed" : String(error) };
  }
}

function line(title, result) {
  if (result.failed) return `| ${title} | ${result.failed} | | | | | | | | |`;
  const times = ["all", ...KINDS].map((kind) => result.ms[kind].map((t) => digits(t)).join("/"));
  const number = (value, places) => (value === null ? "" : value.toFixed(places));
  return (
    `| ${title} | ${times.join(" | ")} | ${number(result.overlap, 3)} | ` +
    `${number(result.build_s, 1)} | ${number(result.mb, 1)} | ${number(result.more_mb, 1)} |`
  );
}

// What is missing is said before the first of many minutes.
function check(options, names) {
  for (const folder of options.folders) {
    if (!existsSync(join(folder, "queries.jsonl"))) fail(`${folder} holds no rows of --dump`);
  }
  for (const name of names.filter((name) => name in LIBRARIES)) {
    if (existsSync(join(options.modules, "node_modules", name))) continue;
    fail(`${name} is not installed in ${options.modules}: see the head of this file`);
  }
}

function run(options) {
  const names = [...Object.keys(LIBRARIES), "ripgrep"].filter(
    (name) => options.only?.includes(name) ?? true,
  );
  check(options, names);
  const machine = `${cpus()[0].model}, ${cpus().length} cores`;
  const command = ["peers.mjs", ...process.argv.slice(2)].join(" ");
  console.log(`machine: ${machine}, load ${loadavg().map((n) => n.toFixed(2)).join(" ")}`);
  console.log(`command: ${command}`);
  for (const folder of options.folders) {
    const skills = Number(basename(folder).replace("rows-", ""));
    console.log(`\n## ${skills} skills\n`);
    console.log(
      "| p50/p99 ms | all | short | medium | long | Chinese | overlap@10 | build s | MB |" +
        " MB more while asked |\n|---|---|---|---|---|---|---|---|---|---|",
    );
    for (const name of names) {
      const grep = name === "ripgrep";
      const title = grep
        ? "ripgrep, files that hold any word"
        : LIBRARIES[name].title + (options.bodies ? "" : ", no bodies");
      const result = grep ? runRipgrep(options, folder) : runLibrary(options, name, folder);
      console.log(line(title, result));
      if (options.results === null) continue;
      const at = new Date().toISOString().slice(0, 10);
      const record = { at, machine, command, skills, system: title, ...result };
      appendFileSync(options.results, JSON.stringify(record) + "\n");
    }
  }
}

const options = parse(process.argv.slice(2));
if (options.one !== null) await measureLibrary(options);
else run(options);
