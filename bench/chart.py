#!/usr/bin/env python3
"""Draws bench/search.svg from bench/results.jsonl.

    python3 bench/chart.py            draws it
    python3 bench/chart.py --check    exit status 1 if it is drawn from other results

The results are what `search_bench --results` and `peers.mjs --results` append; of several lines of
one system and size the last counts. One panel a size, one row a system: the dot is p50, the bar
ends at p99, on one logarithmic scale. The picture has its own background, light or dark as wished.
"""

import json
import math
import re
import sys
from pathlib import Path
from xml.sax.saxutils import escape

# What is drawn: the system's name in the results, its label, and what is said below it.
SYSTEMS = [
    ("skillcat, exact top 10", "skillcat", "SQLite tables, exact"),
    ("Xapian", "Xapian", "C++ library"),
    ("FTS5 bm25() LIMIT", "SQLite FTS5", "ORDER BY bm25()"),
    ("FlexSearch", "FlexSearch", "node, in memory"),
    ("MiniSearch", "MiniSearch", "node, in memory"),
    ("lunr", "lunr", "node, in memory"),
    ("ripgrep, files that hold any word", "ripgrep", "the files, unranked"),
]

WIDTH = 960
LEFT = 156  # where the panels begin
RIGHT = 14
GAP = 16
TOP = 88
ROW = 42
BAR_Y = 30  # of a bar, below the top of its row
FOOT = 56  # below the rows, above the first command
LINE = 15

STYLE = """
  text { font-family: -apple-system, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; }
  .back { fill: #ffffff; } .panel { fill: #f6f8fa; } .grid { stroke: #d8dee4; }
  .title { fill: #1f2328; font-size: 19px; font-weight: 600; }
  .text { fill: #1f2328; font-size: 13px; } .soft { fill: #59636e; font-size: 11px; }
  .size { fill: #1f2328; font-size: 13px; font-weight: 600; }
  .bar { stroke: #8c959f; } .dot { fill: #57606a; }
  .ours { fill: #0550ae; font-weight: 700; } .ours-bar { stroke: #0969da; }
  .ours-dot { fill: #0969da; } .ours-row { fill: #ddf4ff; }
  @media (prefers-color-scheme: dark) {
    .back { fill: #0d1117; } .panel { fill: #151b23; } .grid { stroke: #2f3742; }
    .title, .text, .size { fill: #f0f6fc; } .soft { fill: #9198a1; }
    .bar { stroke: #6e7681; } .dot { fill: #b1bac4; }
    .ours { fill: #79c0ff; } .ours-bar { stroke: #58a6ff; } .ours-dot { fill: #58a6ff; }
    .ours-row { fill: #12263f; }
  }
"""


def read(path):
    """The last line of each (system, skills)."""
    last = {}
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        try:
            record = json.loads(line)
            last[record["system"], record["skills"]] = record
        except (ValueError, KeyError) as error:
            sys.exit(f"chart.py: {path}:{number}: not a result: {error}")
    return last


def shown(ms):
    """Two digits at least, no more than are needed."""
    places = 3 if ms < 0.1 else 2 if ms < 1 else 1 if ms < 10 else 0
    return f"{ms:,.{places}f}"


def tick(ms):
    return f"{ms:g} ms" if ms < 1000 else f"{ms / 1000:g} s"


class Picture:
    def __init__(self, results):
        self.results = {key: value for key, value in results.items() if key[0] in names()}
        if not self.results:
            sys.exit("chart.py: the results hold none of the systems that are drawn")
        self.sizes = sorted({skills for _, skills in self.results})
        self.panel = (WIDTH - LEFT - RIGHT - GAP * (len(self.sizes) - 1)) / len(self.sizes)
        times = [t for r in self.results.values() if "ms" in r for t in r["ms"]["all"]]
        self.low = math.floor(math.log10(min(times)))
        self.high = math.ceil(math.log10(max(times)))
        self.rows = [s for s in SYSTEMS if any((s[0], n) in self.results for n in self.sizes)]
        self.bottom = TOP + ROW * len(self.rows)
        self.end = self.bottom  # of the whole picture, once its words are drawn
        self.parts = []

    def add(self, element):
        self.parts.append("  " + element)

    def text(self, x, y, text, style, anchor="start"):
        self.add(
            f'<text x="{x:.1f}" y="{y:.1f}" class="{style}" text-anchor="{anchor}">'
            f"{escape(text)}</text>"
        )

    def left_of(self, column):
        return LEFT + column * (self.panel + GAP)

    def place(self, column, ms):
        inner = self.panel - 20
        share = (math.log10(ms) - self.low) / (self.high - self.low)
        return self.left_of(column) + 10 + share * inner

    def draw_panels(self):
        height = self.bottom - TOP
        for column, skills in enumerate(self.sizes):
            left = self.left_of(column)
            self.text(left + self.panel / 2, TOP - 12, f"{skills:,} skills", "size", "middle")
            self.add(
                f'<rect x="{left:.1f}" y="{TOP}" width="{self.panel:.1f}" height="{height}"'
                ' rx="4" class="panel"/>'
            )
            self.add(
                f'<rect x="{left:.1f}" y="{TOP}" width="{self.panel:.1f}" height="{ROW}"'
                ' rx="4" class="ours-row"/>'
            )
            for power in range(self.low, self.high + 1):
                x = self.place(column, 10**power)
                self.add(
                    f'<line x1="{x:.1f}" y1="{TOP}" x2="{x:.1f}" y2="{self.bottom}" class="grid"/>'
                )
                # The last label would meet the first of the next panel.
                if (power - self.low) % 2 == 0 and power < self.high:
                    self.text(x, self.bottom + 15, tick(10**power), "soft", "middle")

    def draw_row(self, row, system, label, about):
        y = TOP + row * ROW
        ours, prefix = ("ours", "ours-") if label == "skillcat" else ("", "")
        self.text(LEFT - 12, y + 19, label, f"text {ours}", "end")
        self.text(LEFT - 12, y + 33, about, "soft", "end")
        for column, skills in enumerate(self.sizes):
            record = self.results.get((system, skills))
            if record is None or "ms" not in record:
                why = "not measured" if record is None else record["failed"]
                self.text(self.left_of(column) + 10, y + 25, why, "soft")
                continue
            p50, p99 = record["ms"]["all"]
            begin, end = self.place(column, p50), self.place(column, p99)
            line_y = y + BAR_Y
            self.add(
                f'<line x1="{begin:.1f}" y1="{line_y}" x2="{end:.1f}" y2="{line_y}"'
                f' stroke-width="4" stroke-linecap="round" class="{prefix}bar"/>'
            )
            self.add(
                f'<circle cx="{begin:.1f}" cy="{line_y}" r="5.5" class="{prefix}dot"/>'
            )
            text = f"{shown(p50)} / {shown(p99)}"
            edge = self.left_of(column) + self.panel - 6 - 6.4 * len(text)
            self.text(min(begin - 5, edge), y + 17, text, f"text {ours}")

    def draw_words(self):
        kinds = "short, medium, long and Chinese questions"
        self.text(14, 30, "Search over skills with their whole texts: the ten best", "title")
        self.text(
            14, 51, f"p50 / p99 in milliseconds, {kinds}; dot: p50, bar: to p99; log scale", "soft"
        )
        records = list(self.results.values())
        machines = "; ".join(sorted({r["machine"] for r in records}))
        days = sorted({r["at"] for r in records})
        when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
        about = "Less is better. --cpu: processor time; of ripgrep always the clock."
        self.text(14, self.bottom + 40, f"{machines}; {when}. {about}", "soft")
        self.end = self.bottom + FOOT
        for command in commands(records):
            self.text(14, self.end, command, "soft")
            self.end += LINE

    def svg(self):
        self.draw_words()
        self.draw_panels()
        for row, system in enumerate(self.rows):
            self.draw_row(row, *system)
        height = self.end
        title = "Search times of skillcat and other engines by number of skills"
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}"'
            f' width="{WIDTH}" height="{height}" role="img" aria-label="{title}">\n'
            f"  <title>{title}</title>\n  <style>{STYLE}  </style>\n"
            f'  <rect width="{WIDTH}" height="{height}" rx="6" class="back"/>\n'
            + "\n".join(self.parts)
            + "\n</svg>\n"
        )


def names():
    return {system for system, _, _ in SYSTEMS}


def commands(records):
    """One command a program, with all its sizes, without what says only where files are."""
    by_program = {}
    for record in records:
        program, _, rest = record["command"].partition(" ")
        rest = re.sub(r"--(results|folder|modules) \S+|--(dump|keep)\b|--skills \S+", "", rest)
        rest = re.sub(r"(^|\s)[^\s-]\S*rows-\d+", "", rest)
        sizes = by_program.setdefault((program, " ".join(rest.split())), set())
        sizes.add(record["skills"])
    return [
        f"{program} of {', '.join(f'{n:,}' for n in sorted(sizes))} skills {rest}".rstrip()
        for (program, rest), sizes in sorted(by_program.items(), reverse=True)
    ]


def main():
    here = Path(__file__).parent
    svg = here / "search.svg"
    drawn = Picture(read(here / "results.jsonl")).svg()
    if sys.argv[1:] == ["--check"]:
        if svg.read_text(encoding="utf-8") != drawn:
            sys.exit("chart.py: search.svg is drawn from other results: run bench/chart.py")
    elif sys.argv[1:]:
        sys.exit(f"chart.py: unknown option {sys.argv[1]}")
    else:
        svg.write_text(drawn, encoding="utf-8")


if __name__ == "__main__":
    main()
