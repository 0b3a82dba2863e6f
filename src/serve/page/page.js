// The web page: asks the API of the server that it came from. Everything a skill says is put in as
// text, never as HTML. The state is in the address: #view=search&q=…&source=…&skill=REF
'use strict';

const byId = (id) => document.getElementById(id);
const list = byId('list');
const detail = byId('detail');
const kPage = 50;

/** An element with properties and children; text stays text. */
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === 'class') element.className = value;
    else if (name in element) element[name] = value;
    else element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/* The address. */

const state = () => Object.fromEntries(new URLSearchParams(location.hash.slice(1)));

function address(changes) {
  const next = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...state(), ...changes })) {
    if (value) next.set(name, value);
  }
  return '#' + next;
}

/* The API. A server that asks for a token gets it from this tab's storage. */

function headers(more) {
  const token = sessionStorage.getItem('token');
  return token ? { ...more, Authorization: 'Bearer ' + token } : { ...more };
}

async function ask(path, body) {
  const options = body === undefined
    ? { headers: headers() }
    : { method: 'POST', headers: headers({ 'Content-Type': 'application/json' }), body: JSON.stringify(body) };
  const response = await fetch(path, options);
  if (response.status === 401) {
    const token = prompt('This server asks for its token (the file http-token beside config.json):');
    if (token) {
      sessionStorage.setItem('token', token.trim());
      return ask(path, body);
    }
  }
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error.message + (answer.error.hint ? ' (' + answer.error.hint + ')' : ''));
  return answer;
}

const query = (values) => {
  const set = Object.entries(values).filter(([, value]) => value);
  return set.length ? '?' + new URLSearchParams(set) : '';
};

/* Pieces. */

/** The snippet of a hit with its matches marked; of a skill that is none, its description. */
function snippet(skill) {
  const found = skill.snippet_parts && skill.snippet_parts.length;
  const parts = found ? skill.snippet_parts : [{ text: skill.description, match: false }];
  return parts.map(({ text, match }) => (match ? make('mark', {}, text) : text));
}

function hitLine(skill) {
  const notes = [];
  if (skill.state !== 'active') notes.push(skill.state);
  if (skill.shadowed_by) notes.push('shadowed by ' + skill.shadowed_by);
  if (skill.copies && skill.copies.length) notes.push(`equal copies: ${skill.copies.length}`);
  return make('a', { class: 'hit', href: address({ skill: skill.ref }), 'data-ref': skill.ref },
    make('b', {}, skill.name), ' ',
    make('span', { class: 'text' }, ...snippet(skill)),
    make('span', { class: 'ref' }, skill.ref + (notes.length ? ' · ' + notes.join(' · ') : '')));
}

function rows(pairs) {
  return make('table', {}, ...pairs.filter(([, value]) => value !== null && value !== '' && value !== undefined)
    .map(([name, value]) => make('tr', {}, make('th', {}, name), make('td', {}, value))));
}

function table(titles, lines) {
  return make('table', {}, make('tr', {}, ...titles.map((title) => make('th', {}, title))),
    ...lines.map((cells) => make('tr', {}, ...cells.map((cell) => make('td', {}, cell ?? '')))));
}

const skillLink = (ref, text) => make('a', { href: address({ skill: ref }) }, text || ref);
const when = (time) => (time ? new Date(time).toLocaleString() : 'never');
const quiet = (text) => make('p', { class: 'quiet' }, text);

/* Views: each fills the list from the state. */

async function viewSearch({ q, source }) {
  if (q) {
    const answer = await ask('api/skills/search' + query({ q, source, limit: kPage }));
    const corrected = answer.corrected ? `; asked for “${answer.corrected}”` : '';
    return [answer, quiet(answer.skills.length ? `${answer.total} skills fit${corrected}` : 'No skill fits.'),
      ...answer.skills.map(hitLine)];
  }
  const answer = await ask('api/skills' + query({ source, limit: kPage }));
  const parts = [answer, quiet(`${answer.total} skills`), ...answer.skills.map(hitLine)];
  if (answer.skills.length < answer.total) parts.push(moreButton(source, answer.skills.at(-1).ref));
  return parts;
}

function moreButton(source, after) {
  const button = make('button', { type: 'button' }, 'More');
  button.onclick = async () => {
    const answer = await ask('api/skills' + query({ source, limit: kPage, after }));
    const next = answer.skills.length === kPage ? [moreButton(source, answer.skills.at(-1).ref)] : [];
    button.replaceWith(...answer.skills.map(hitLine), ...next);
  };
  return button;
}

/** Why a message calls for a skill: the declared phrase, or the words that both hold. */
function reason({ kind, field, text, terms }) {
  const declared = kind === 'keyword' || kind === 'pattern';
  return declared ? `its ${kind} “${text}”` : `${terms.join(', ')} in its ${field}`;
}

async function viewMatch({ message }) {
  const text = make('textarea', { value: message || '', placeholder: 'What a user wrote to an agent' });
  const form = make('form', {}, text, make('button', {}, 'Match'));
  form.onsubmit = (event) => {
    event.preventDefault();
    location.hash = address({ message: text.value });
  };
  if (!message) return [null, form, quiet('Which skills does a chat message call for? It may be none.')];
  const answer = await ask('api/match', { message });
  return [answer, form, quiet(answer.skills.length ? 'Called for, best first:' : 'The message calls for no skill.'),
    ...answer.skills.flatMap((skill) => [hitLine(skill),
      quiet('because of ' + skill.evidence.map(reason).join(' · '))])];
}

async function viewProblems() {
  const answer = await ask('api/problems');
  return [answer, quiet(`${answer.problems.length} stored problems`), table(['problem', 'where', 'what'],
    answer.problems.slice(0, 1000).map((problem) => [
      make('span', { class: problem.severity === 'error' ? 'bad' : '' }, problem.code),
      problem.ref ? skillLink(problem.ref) : problem.path, problem.message]))];
}

async function viewChanges() {
  const answer = await ask('api/changes');
  const latest = answer.changes.slice(-500).reverse();
  return [answer, quiet('The last change of each skill, newest first'), table(['revision', 'change', 'skill', 'at'],
    latest.map((change) => [String(change.revision), change.change,
      change.change === 'removed' ? change.ref : skillLink(change.ref), when(change.at)]))];
}

async function viewStatus() {
  const answer = await ask('api/status');
  const counts = (numbers) => Object.entries(numbers).map(([name, n]) => `${n} ${name}`).join(', ') || 'none';
  return [answer,
    rows([['catalog', answer.catalog], ['schema', String(answer.schema)],
      ['size', `${(answer.size_bytes / 1e6).toFixed(1)} MB and ${(answer.wal_bytes / 1e6).toFixed(1)} MB of log`],
      ['skills', `${counts(answer.skills.by_source)}; ${counts(answer.skills.by_state)}`],
      ['problems', counts(answer.problems)],
      ['daemon', answer.daemon ? `process ${answer.daemon.pid}, ${answer.daemon.watches} folders watched` : 'none: the catalog is as of its last pass'],
      ['trouble', answer.daemon && answer.daemon.trouble],
      ['last full pass', when(answer.as_of)]]),
    make('h3', {}, 'Roots'), table(['label', 'source', 'state', 'kept by', 'path'],
      answer.roots.map((root) => [root.label, root.source, root.state, root.mode, root.path])),
    ...(answer.servers.length ? [make('h3', {}, 'MCP servers'), table(['label', 'state', 'tools', 'skills', 'problem'],
      answer.servers.map((server) => [server.label, server.state, String(server.tools), String(server.skills),
        server.problem ? server.problem.message : '']))] : [])];
}

const kViews = { search: viewSearch, match: viewMatch, problems: viewProblems, changes: viewChanges, status: viewStatus };

/* One skill. */

async function showSkill(ref) {
  const name = encodeURIComponent(ref);
  const [skill, files] = await Promise.all([ask('api/skills/' + name), ask(`api/skills/${name}/files`)]);
  const close = make('a', { class: 'close', href: address({ skill: '' }), title: 'Close (Esc)' }, '✕');
  const others = skill.copies.filter((copy) => copy !== skill.ref);
  const joined = (items) => (items || []).join(', ');
  const scalar = (value) => (typeof value === 'object' ? JSON.stringify(value) : String(value));
  detail.replaceChildren(close, make('h2', {}, skill.name), make('p', { class: 'ref' }, skill.ref),
    make('p', {}, skill.description),
    rows([['state', skill.state + (skill.repaired ? ', repaired' : '')], ['version', skill.version], ['author', skill.author],
      ['source', `${skill.source}, root ${skill.root}`], ['file', skill.file_path], ['triggers', joined(skill.triggers)],
      ['patterns', joined(skill.patterns)], ['tools', joined(skill.tools)], ['hooks', joined(skill.hooks)],
      ['commands', joined(skill.commands)], ['allowed tools', joined(skill.allowed_tools)], ['agents', joined(skill.agents)],
      ['license', skill.license], ['compatibility', skill.compatibility], ['tokens', String(skill.tokens)],
      ...Object.entries(skill.metadata).map(([key, value]) => [key, scalar(value)]),
      ['shadowed by', skill.shadowed_by ? skillLink(skill.shadowed_by) : null], ['indexed', when(skill.indexed_at)]]),
    ...(others.length ? [make('h3', {}, 'Other copies of that name'), ...others.map((copy) => make('p', { class: 'ref' }, skillLink(copy)))] : []),
    ...(skill.problems.length ? [make('h3', {}, 'Problems'), ...skill.problems.map((problem) => make('p', { class: problem.severity === 'error' ? 'bad' : 'quiet' }, `${problem.code}: ${problem.message}`))] : []),
    ...(files.files.length ? [make('h3', {}, 'Files'), make('p', { class: 'ref' }, files.files.map((file) => file.path).join('\n'))] : []),
    make('h3', {}, 'Instructions'), make('pre', {}, skill.instructions));
}

/* Drawing. Only the newest request draws: an older answer that comes late is dropped. */

let drawing = 0;

function tell(answer) {
  byId('freshness').textContent = `revision ${answer.revision}, as of ${when(answer.as_of)}` +
    (answer.complete ? '' : '; incomplete: some root could not be read whole');
}

function markCurrent(current) {
  for (const link of list.querySelectorAll('.hit')) {
    link.toggleAttribute('aria-current', link.dataset.ref === current);
  }
}

let drawnList = '';

async function draw(force) {
  const mine = ++drawing;
  const now = state();
  const view = now.view in kViews ? now.view : 'search';
  if (drawing === 1 || document.activeElement !== byId('text')) byId('text').value = now.q || '';
  byId('source').value = now.source || '';
  for (const link of document.querySelectorAll('nav a')) {
    link.toggleAttribute('aria-current', link.hash === '#view=' + view);
  }
  const wanted = JSON.stringify([view, now.q, now.source, now.message]);
  try {
    if (force || wanted !== drawnList) {
      const [answer, ...parts] = await kViews[view](now);
      if (mine !== drawing) return;
      list.replaceChildren(...parts);
      drawnList = wanted;
      if (answer) tell(answer);
    }
    markCurrent(now.skill);
    if (now.skill) await showSkill(now.skill);
    if (mine === drawing) detail.hidden = !now.skill;
  } catch (error) {
    if (mine !== drawing) return;
    list.replaceChildren(make('p', { class: 'bad' }, String(error.message || error)));
    drawnList = '';
  }
}

/* Live: one line a change comes from the server; many at once are drawn once. */

let redraw = 0;

async function follow() {
  for (;;) {
    try {
      const response = await fetch('api/events', { headers: headers() });
      const reader = response.body.getReader();
      const decoder = new TextDecoder();
      for (let part = await reader.read(); !part.done; part = await reader.read()) {
        if (!decoder.decode(part.value, { stream: true }).includes('data:')) continue;
        clearTimeout(redraw);
        redraw = setTimeout(() => draw(true), 300);
      }
    } catch {
      byId('freshness').textContent = 'The server does not answer; trying again.';
    }
    await new Promise((resolve) => setTimeout(resolve, 3000));
  }
}

/* Events. */

let typing = 0;
byId('text').oninput = () => {
  clearTimeout(typing);
  typing = setTimeout(() => { location.hash = address({ view: 'search', q: byId('text').value.trim(), skill: '' }); }, 120);
};
byId('source').onchange = () => { location.hash = address({ view: 'search', source: byId('source').value }); };
byId('ask').onsubmit = (event) => {
  event.preventDefault();
  const first = list.querySelector('.hit');
  if (first) location.hash = first.hash;
};
addEventListener('hashchange', () => draw());
addEventListener('keydown', (event) => {
  const writing = ['INPUT', 'TEXTAREA', 'SELECT'].includes(document.activeElement.tagName);
  if (event.key === '/' && !writing) {
    event.preventDefault();
    byId('text').select();
  } else if (event.key === 'Escape' && state().skill) {
    location.hash = address({ skill: '' });
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    if (document.activeElement.tagName === 'TEXTAREA') return;
    const hits = [...list.querySelectorAll('.hit')];
    const at = hits.findIndex((hit) => hit.dataset.ref === state().skill);
    const next = hits[event.key === 'ArrowDown' ? at + 1 : at - 1];
    if (!next) return;
    event.preventDefault();
    location.hash = next.hash;
    next.scrollIntoView({ block: 'nearest' });
  }
});

draw();
follow();
