/* The search. The index's table is narrowed by words: a part of the name, or domain:, family:, type:, status: and a
   whole word, or opset: and a number, for what is in force there. Above it is what else is found: attributes, open
   points, errors, findings, the manual, and operators whose name was misspelled. */

/** The version in force at an opset, of "1, 11, 13"; 0 when there is none. */
function versionAt(versions, opset) {
  return versions.split(', ').map(Number).filter((one) => one <= opset).at(-1) || 0;
}

function matchesTerm(row, term) {
  const colon = term.indexOf(':');
  const key = term.slice(0, colon);
  const value = term.slice(colon + 1);
  if (key === 'opset') return versionAt(row.versions || '0', Number(value)) > 0;
  if (key === 'type') return row.types.split(' ').includes(value);
  if (key === 'status') return row.status.split(' ').includes(value);
  if (key === 'family' || key === 'domain') return row[key].toLowerCase() === value;
  return row.name.toLowerCase().includes(term) || row.domain.toLowerCase() === term;
}

/** The edits that make one word of another, or `most` + 1 where there are more. */
function editsBetween(a, b, most) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  let [before, row] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; ++i) {
    const old = before;
    [before, row] = [row, [i]];
    for (let k = 1; k <= b.length; ++k) {
      row[k] = Math.min(before[k] + 1, row[k - 1] + 1, before[k - 1] + (a[i - 1] === b[k - 1] ? 0 : 1));
      if (i > 1 && k > 1 && a[i - 1] === b[k - 2] && a[i - 2] === b[k - 1]) row[k] = Math.min(row[k], old[k - 2] + 1);
    }
    if (Math.min(...row) > most) return most + 1;
  }
  return row[b.length];
}

const wordsOf = (text) => text.toLowerCase().split(/[^\p{L}\p{N}_]+/u).filter(Boolean);

/** How far a word is from what was asked: 0 the same, 1 begins so, 2 has it, 3 and more misspelled; Infinity. */
function distanceOf(word, asked) {
  if (word === asked) return 0;
  if (word.startsWith(asked)) return 1;
  if (asked.length > 2 && word.includes(asked)) return 2;
  const most = asked.length < 4 ? 0 : asked.length < 6 ? 1 : 2;
  const edits = most > 0 ? editsBetween(word, asked, most) : 1;
  return edits <= most ? 2 + edits : Infinity;
}

const KINDS_FOUND = ['operator', 'attribute', 'open point', 'erratum', 'finding', 'manual', 'error'];
const MOST_FOUND = 24;

class Everything {
  constructor(index) {
    this.entries = index.map(([kind, text, of, address]) => ({ kind, text, of, address }));
    this.words = new Map(); // word → positions of entries, as a negative number where it is only what the entry is of
    this.entries.forEach(({ text, of }, at) => {
      for (const [words, factor] of [[wordsOf(of), 1], [wordsOf(text), 0]]) {
        for (const word of words) {
          if (!this.words.has(word)) this.words.set(word, new Map());
          this.words.get(word).set(at, factor);
        }
      }
    });
  }

  /** What has the words of a query, the nearest first. Of many words, a third may be missing. */
  find(query) {
    const asked = [...new Set(wordsOf(query))].slice(0, 20);
    const scores = new Map();
    for (const one of asked) {
      const best = new Map();
      for (const [word, entries] of this.words) {
        const distance = distanceOf(word, one);
        if (distance === Infinity) continue;
        for (const [at, factor] of entries) best.set(at, Math.min(best.get(at) ?? Infinity, distance + factor));
      }
      for (const [at, distance] of best) {
        const score = scores.get(at) ?? { at, hits: 0, distance: 0 };
        score.hits += 1;
        score.distance += distance;
        scores.set(at, score);
      }
    }
    const needed = asked.length < 3 ? asked.length : Math.ceil((2 * asked.length) / 3);
    const rank = ({ at }) => KINDS_FOUND.indexOf(this.entries[at].kind);
    const length = ({ at }) => this.entries[at].text.length;
    return [...scores.values()].filter(({ hits }) => hits >= needed)
      .sort((a, b) => b.hits - a.hits || a.distance - b.distance || rank(a) - rank(b) || length(a) - length(b))
      .map(({ at }) => this.entries[at]);
  }
}

let everything = null;

/** The index, which is loaded once. */
function loadEverything() {
  everything ||= new Promise((resolve, reject) => {
    const script = node('script', { src: `${document.body.dataset.root}search-index.js` });
    script.addEventListener('load', () => resolve(new Everything(window.etalonIndex)));
    script.addEventListener('error', () => reject(new Error('search-index.js is missing')));
    document.head.append(script);
  });
  return everything;
}

function foundList(found) {
  const shown = found.slice(0, MOST_FOUND);
  return [node('h2', {}, 'Found everywhere'), node('ul', {}, shown.map(({ kind, text, of, address }) =>
    node('li', {}, node('span', { class: 'minor' }, `${kind} `), node('a', { href: address }, text.length > 140 ? `${text.slice(0, 140)}…` : text),
      of && of !== text ? node('span', { class: 'minor' }, ` ${of}`) : null))),
  found.length > MOST_FOUND ? node('p', { class: 'minor' }, `… ${found.length - MOST_FOUND} more; another word narrows them`) : null];
}

/** Up and down go through the links, from the field and back. */
function moveThrough(event, field, place) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!step) return;
  const stops = [field, ...place.querySelectorAll('a')];
  const next = stops[stops.indexOf(document.activeElement) + step];
  if (!next) return;
  next.focus();
  event.preventDefault();
}

function startSearch() {
  const form = document.getElementById('search');
  if (form === null) return;
  const field = document.getElementById('q');
  const count = document.getElementById('count');
  const place = document.getElementById('found');
  const rows = [...document.querySelectorAll('#index tbody tr')];
  let pending = Promise.resolve();
  const findAll = async () => {
    const query = field.value.replace(/\b\w+:\S*/g, '').trim();
    const found = query === '' ? [] : (await loadEverything()).find(query);
    if (query !== field.value.replace(/\b\w+:\S*/g, '').trim()) return; // typed on meanwhile
    place.replaceChildren(...(found.length === 0 ? [] : foundList(found).filter(Boolean)));
  };
  const narrow = () => {
    const terms = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !terms.every((term) => matchesTerm(row.dataset, term));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${rows.length} operators`;
    pending = findAll().catch((problem) => { place.replaceChildren(node('p', { class: 'problem' }, problem.message)); });
  };
  form.hidden = false;
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    await pending;
    const named = rows.find((row) => !row.hidden);
    (named ?? place).querySelector('a')?.click();
  });
  for (const part of [form, place]) part.addEventListener('keydown', (event) => moveThrough(event, field, place));
  field.addEventListener('input', () => {
    narrow();
    const address = field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname;
    try { history.replaceState(null, '', address); } catch { /* not for pages opened as files */ }
  });
  field.value = new URLSearchParams(location.search).get('q') || '';
  narrow();
  if (!matchMedia('(pointer: coarse)').matches) field.focus();
}
