/* Operators × runtimes. The address holds what is chosen: by, opset, type, family, verdict, column, q, all, and the
   open cell. The first rows are drawn at once, the others when the page shows them. */

const FIRST_ROWS = 60;
const MOST_LISTED = 300;
const SOUND = ['same', 'rounding', 'open'];
const BY = { version: 'label', operator: 'name', family: 'family' };

/** The choices in an address; one that cannot be read is left out. */
function choicesIn(hash) {
  const chosen = {};
  for (const part of hash.replace(/^#/, '').split('&')) {
    const at = part.indexOf('=');
    try {
      if (at > 0 && at + 1 < part.length) chosen[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1));
    } catch { /* not an address of this page */ }
  }
  return chosen;
}

const escaped = (text) => String(text).replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

class Scoreboard {
  constructor(place, board) {
    Object.assign(this, board);
    this.place = place;
    let at = 0;
    for (const one of this.operators) {
      one.first = at;
      one.cases ??= [];
      at += one.cases.length;
    }
    this.table = node('div', { class: 'wide grid', tabindex: '0', role: 'region', 'aria-label': 'Operators by runtimes' });
    this.table.addEventListener('keydown', (event) => this.move(event));
    this.count = node('span', { role: 'status', class: 'minor' });
    this.cell = node('section', { id: 'cases', 'aria-live': 'polite' });
    this.filters = node('form', { class: 'filters', onsubmit: (event) => event.preventDefault() });
    place.replaceChildren(this.filters, this.cell, this.table);
    addEventListener('hashchange', () => this.show());
    this.show();
  }

  /** The address of what is chosen now, with these changes. */
  address(changes) {
    const words = Object.entries({ ...this.chosen, ...changes }).filter(([, value]) => value);
    return `#${words.map(([key, value]) => `${key}=${encodeURIComponent(value)}`).join('&')}`;
  }

  change(changes) {
    location.replace(this.address({ cell: '', at: '', ...changes }));
  }

  /** How many cases of these operators have each word, by digits of words. */
  tally(operators, digits) {
    const counts = this.words.map(() => 0);
    for (const { first, cases } of operators) {
      for (let i = first; i < first + cases.length; ++i) counts[digits.charCodeAt(i) - 48] += 1;
    }
    return counts;
  }

  tried(counts) {
    return counts.reduce((sum, count, i) => sum + (this.words[i] === 'not tried' ? 0 : count), 0);
  }

  text(counts) {
    if (this.tried(counts) === 0) return 'not tried';
    return [this.sound(counts), ...counts.flatMap((count, i) =>
      (count > 0 && this.words[i] !== 'same' ? [`${count} ${this.words[i]}`] : []))].join(', ');
  }

  sound(counts) {
    return `${SOUND.reduce((sum, word) => sum + counts[this.words.indexOf(word)], 0)} of ${this.tried(counts)}`;
  }

  worst(counts) {
    return this.tried(counts) === 0 ? this.words.indexOf('not tried') : counts.findIndex((count) => count > 0);
  }

  /** Whether an operator version is in force at the chosen opset, "ai.onnx 13". */
  inForce(one) {
    if (!this.chosen.opset) return true;
    const [domain, number] = this.chosen.opset.split(' ');
    return one.domain === domain && one.since <= Number(number) && (!one.until || Number(number) < one.until);
  }

  /** The rows that the filters leave: a key, and its operator versions. */
  rows() {
    const { family, type, q, all, by = 'version', verdict } = this.chosen;
    const word = this.words.indexOf(verdict);
    const wanted = (q ?? '').toLowerCase().split(/\s+/).filter(Boolean);
    const left = this.operators.filter((one) => (all || verdict === 'not tried' || one.cases.length > 0) && this.inForce(one) &&
      (!family || one.family === family) && (!type || one.types.split(' ').includes(type)) &&
      wanted.every((part) => one.label.toLowerCase().includes(part)));
    const groups = [...Map.groupBy(left, (one) => one[BY[by] ?? 'label'])];
    const names = new Intl.Collator('en', { numeric: true });
    return groups.sort(([a], [b]) => names.compare(a, b)).filter(([, group]) => word < 0 || this.shown().some((runtime) => {
      const counts = this.tally(group, runtime.words);
      return counts[word] > 0 || (verdict === 'not tried' && this.tried(counts) === 0);
    }));
  }

  shown() {
    return this.runtimes.filter(({ name }) => !this.chosen.column || name === this.chosen.column);
  }

  cellMarkup(key, group, runtime) {
    const counts = this.tally(group, runtime.words);
    const [head, ...rest] = this.text(counts).split(', ');
    const worst = this.worst(counts);
    const whole = (part) => (key === 'all' || part.length > 13 ? part : part.replace(' ', '\u00a0')); // a cell's width
    const inside = `<b>${head}</b>${rest.length > 0 ? ` <span>${rest.map(whole).join(', ')}</span>` : ''}`;
    const address = escaped(this.address({ cell: key, at: runtime.name }));
    return this.tried(counts) === 0 ? `<td><span class="cell w${worst}">${inside}</span></td>`
      : `<td><a class="cell w${worst}" tabindex="-1" href="${address}" aria-label="${escaped(`${key}, ${runtime.name}: ${this.text(counts)}`)}">${inside}</a></td>`;
  }

  rowMarkup([key, group], runtimes) {
    const [first] = group;
    const name = escaped(key).replaceAll('.', '.<wbr>');
    const page = first.page && (this.chosen.by ?? 'version') !== 'family' ? `<a href="${escaped(first.page)}">${name}</a>` : name;
    return `<tr><th scope="row">${page}</th>${runtimes.map((runtime) => this.cellMarkup(key, group, runtime)).join('')}</tr>`;
  }

  drawTable(rows) {
    const runtimes = this.shown();
    const everything = rows.flatMap(([, group]) => group);
    const heads = runtimes.map(({ name, version, date, constants }) =>
      `<th scope="col" title="measured ${escaped(date)}" data-text="${escaped(`${name} ${version}`)}">${escaped(name)}<br><span class="minor">${escaped(version)}${
        constants && `<br>with constant inputs: ${this.sound(this.tally(everything, constants))}`}</span></th>`);
    this.table.innerHTML = `<table class="cells" style="min-width: ${10.5 + 7.9 * runtimes.length}em"><thead><tr><th scope="col">${this.chosen.by ?? 'version'}</th>${heads.join('')}</tr></thead><tbody><tr class="all"><th scope="row">all of these</th>${
      runtimes.map((runtime) => this.cellMarkup('all', everything, runtime)).join('')}</tr></tbody></table>`;
    const table = this.table.firstChild;
    table.append(document.createElement('tbody'));
    const draw = (from, to) => {
      table.tBodies[1].insertAdjacentHTML('beforeend', rows.slice(from, to).map((row) => this.rowMarkup(row, runtimes)).join(''));
    };
    draw(0, FIRST_ROWS);
    // After the first rows are painted; of no effect where another table was drawn meanwhile.
    if (rows.length > FIRST_ROWS) requestAnimationFrame(() => setTimeout(() => draw(FIRST_ROWS)));
    const first = this.table.querySelector('a.cell');
    if (first) first.tabIndex = 0;
    startDownloads(this.table);
  }

  /** Arrow keys go from cell to cell. */
  move(event) {
    const step = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0] }[event.key];
    const cell = event.target.closest?.('td, th');
    if (!step || !cell || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = [...this.table.querySelectorAll('tbody tr')];
    let [y, x] = [rows.indexOf(cell.parentNode), cell.cellIndex];
    for (;;) {
      [y, x] = [y + step[0], x + step[1]];
      const target = rows[y]?.cells[x];
      if (!target) return;
      const next = target.querySelector('a');
      if (!next) continue;
      for (const other of this.table.querySelectorAll('a.cell[tabindex="0"]')) other.tabIndex = -1;
      if (next.matches('.cell')) next.tabIndex = 0;
      next.focus();
      event.preventDefault();
      return;
    }
  }

  choice(key, title, texts) {
    return node('label', {}, `${title} `, choiceOf({ id: key, onchange: (event) => this.change({ [key]: event.target.value.slice(1) }) },
      Object.fromEntries(texts.map(([value, text]) => [`=${value}`, text])), `=${this.chosen[key] ?? ''}`));
  }

  drawFilters() {
    const each = (list) => [...new Set(list)].filter(Boolean).sort(new Intl.Collator('en', { numeric: true }).compare);
    const any = (list, all = 'any') => [['', all], ...list.map((one) => [one, one])];
    const newest = Math.max(...this.operators.filter(({ domain }) => domain === 'ai.onnx').map(({ since }) => since));
    const opsets = [...Array.from({ length: newest }, (_, i) => `ai.onnx ${newest - i}`),
      ...each(this.operators.filter(({ domain }) => domain !== 'ai.onnx').map(({ domain, since }) => domain && `${domain} ${since}`))];
    const field = node('input', { type: 'search', id: 'text', value: this.chosen.q, autocomplete: 'off' });
    field.addEventListener('input', () => this.change({ q: field.value }));
    const all = node('input', { type: 'checkbox', id: 'all', checked: Boolean(this.chosen.all), onchange: () => this.change({ all: all.checked ? '1' : '' }) });
    this.filters.replaceChildren(node('label', {}, 'operator ', field), this.choice('by', 'rows', [['', 'version'], ['operator', 'operator'], ['family', 'family']]),
      this.choice('opset', 'in force at opset', any(opsets)), this.choice('type', 'type', any(each(this.operators.flatMap(({ types }) => types.split(' '))))),
      this.choice('family', 'family', any(each(this.operators.map(({ family }) => family)))), this.choice('verdict', 'with a case that is', any(this.words)),
      this.choice('column', 'runtime', any(this.runtimes.map(({ name }) => name), 'all')),
      node('label', {}, all, ' versions without cases'), this.count);
  }

  show() {
    const before = this.chosen;
    this.chosen = choicesIn(location.hash);
    const same = (key) => before?.[key] === this.chosen[key];
    if (!before || !['by', 'opset', 'type', 'family', 'verdict', 'q', 'all', 'column'].every(same)) {
      const rows = this.rows();
      if (document.activeElement?.id !== 'text') this.drawFilters();
      this.drawTable(rows);
      this.count.textContent = rows.length === 1 ? '1 row' : `${rows.length} rows`;
    }
    this.drawCell();
  }

  /** The cases of the open cell. */
  drawCell() {
    const { cell, at } = this.chosen;
    const runtime = this.runtimes.find(({ name }) => name === at);
    const found = cell === 'all' ? this.rows() : this.rows().filter(([key]) => key === cell);
    // A link from elsewhere means all cases of the label.
    const group = found.length > 0 ? found.flatMap(([, each]) => each) : this.operators.filter(({ label }) => label === cell);
    if (!runtime || group.length === 0) {
      this.cell.replaceChildren();
      return;
    }
    const cases = group.flatMap((one) => one.cases.map((name, i) => ({ name, one, at: one.first + i, word: Number(runtime.words[one.first + i]) })));
    cases.sort((a, b) => a.word - b.word);
    const heading = node('h2', { tabindex: '-1' }, `${cell} in ${runtime.name} ${runtime.version}: ${this.text(this.tally(group, runtime.words))}`);
    const { constants } = runtime;
    const pages = [...new Set(group.map(({ page }) => page))].filter(Boolean);
    this.cell.replaceChildren(heading, node('p', {}, node('button', { type: 'button', onclick: () => this.close() }, 'Close'), ' ',
      pages.length === 1 ? node('a', { href: pages[0] }, `${group[0].label}: its page`) : null),
    constants ? node('p', {}, `with constant inputs: ${this.text(this.tally(group, constants))}`) : '', ...this.findingsOf(group, runtime), ...this.reproduction(cases, runtime), this.list(cases, runtime));
    startDownloads(this.cell);
    heading.focus({ preventScroll: true });
    this.cell.scrollIntoView({ block: 'nearest' });
    heading.scrollIntoView({ block: 'nearest' });
  }

  close() {
    const { cell, at } = this.chosen;
    this.change({});
    const links = [...this.table.querySelectorAll('a.cell')];
    const target = links.find((each) => {
      const leads = choicesIn(each.getAttribute('href'));
      return leads.cell === cell && leads.at === at;
    });
    setTimeout(() => target?.focus());
  }

  /** The smallest cases that are known of what is wrong here. */
  findingsOf(group, runtime) {
    const names = new Set(group.map(({ domain, name }) => `${domain} ${name}`));
    const found = this.findings.filter(([domain, name, of]) => of === runtime.name && names.has(`${domain} ${name}`));
    return found.length === 0 ? [] : [node('h3', {}, 'Findings, each with its smallest case'),
      node('ul', {}, found.map(([, , , id, title]) => node('li', {}, node('a', { href: `findings.html#${id}` }, title))))];
  }

  reproduction(cases, runtime) {
    const bad = cases.filter(({ word }) => ['wrong', 'unlikely', 'refused', 'unknown'].includes(this.words[word]));
    if (bad.length === 0) return [];
    return [node('p', {}, 'To reproduce, with the Python that ', node('code', {}, `scripts/backends/verdicts --install --runtimes ${this.word(runtime.name)}`),
      ` prints in place of python3${runtime.constants && ', and --constant-inputs all at the end for the other run'}:`), node('pre', { class: 'command', tabindex: '0' }, this.command(bad.map(({ name }) => name), runtime))];
  }

  /** A text as a word of a shell. */
  word(text) {
    return /^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
  }

  /** A command that runs these cases alone. */
  command(names, runtime) {
    const patterns = names.map((name) => name.replace(/[^\w/-]/g, '.'));
    return `etalon test --release ${this.word(this.release)} --include ${this.word(`^(${patterns.join('|')})$`)} --rule verdict --backend ${
      this.word(`python3 scripts/backends/${runtime.adapter}`)}`;
  }

  list(cases, runtime) {
    const several = cases.some(({ one }) => one !== cases[0].one);
    const rows = cases.slice(0, MOST_LISTED).map(({ name, one, at, word }) => node('tr', {},
      node('th', { scope: 'row' }, name),
      several ? node('td', {}, one.page ? node('a', { href: one.page }, one.label) : one.label) : null,
      node('td', {}, this.chip(word)), runtime.constants ? node('td', {}, this.chip(runtime.constants[at])) : null,
      node('td', {}, [runtime.statuses[at], runtime.messages[name]].filter((part) => part && part !== 'error').join(': '))));
    const more = cases.length > MOST_LISTED ? node('p', {}, `… ${cases.length - MOST_LISTED} more`) : null;
    return node('div', {}, node('div', { class: 'wide', tabindex: '0', role: 'region', 'aria-label': 'Cases' },
      tableOf('', ['case', ...(several ? ['operator'] : []), 'verdict', ...(runtime.constants ? ['with constant inputs'] : []),
        'what was seen'], rows)), more);
  }

  chip(word) {
    return node('span', { class: `cell w${word}` }, this.words[word]);
  }
}

function startScoreboard() {
  const board = pageData('board');
  if (board !== null) new Scoreboard(document.getElementById('scoreboard'), board);
}
