/* The scoreboard: of each runtime how many cases it supports and gets right, by family or version of operators. The
   address holds what is chosen: by, family, opset, runtime, kind. */

const RIGHT = ['pass', 'statistical', 'erratum', 'open'];
/** What is counted, by its heading: a test of a case's status and verdict. Other headings are statuses. */
const COUNTED = {
  cases: (status) => status !== 'missing',
  supported: (status) => status !== 'missing' && status !== 'unsupported',
  right: (status) => RIGHT.includes(status),
  ...Object.fromEntries(['rounding', 'unlikely', 'wrong'].map((word) =>
    [word, (status, verdict) => status === 'fail' && verdict === word])),
};
const KINDS = ['cases', 'supported', 'right', 'pass', 'fail', 'rounding', 'unlikely', 'wrong', 'unsupported', 'invalid',
  'error', 'crash', 'timeout', 'erratum', 'open', 'statistical'];

class Scoreboard {
  constructor(place, board) {
    this.place = place;
    this.runtimes = board.runtimes;
    const words = (letters) => Object.fromEntries(Object.entries(letters).map(([word, letter]) => [letter, word]));
    const [statuses, verdicts] = [words(board.statuses), words(board.verdicts)];
    this.cases = board.operators.flatMap(({ cases, ...operator }) => cases.map((name) => ({ name, ...operator })));
    this.cases.forEach((one, at) => {
      one.results = board.runtimes.map((each) => [statuses[each.statuses[at]], verdicts[each.verdicts[at]]]);
    });
    addEventListener('hashchange', () => this.show());
    this.show();
  }

  /** The address of what is chosen now, with these changes. */
  address(changes) {
    const words = new URLSearchParams(this.chosen);
    for (const [key, value] of Object.entries(changes)) value ? words.set(key, value) : words.delete(key);
    return `#${words}`;
  }

  /** The cases of a group that count for a heading. */
  counted(cases, runtime, kind) {
    const test = COUNTED[kind] ?? ((status) => status === kind);
    return cases.filter((one) => test(...one.results[runtime]));
  }

  link(cases, runtime, kind, changes = {}) {
    const number = this.counted(cases, runtime, kind).length;
    const { name } = this.runtimes[runtime];
    return number === 0 ? node('span', { class: 'none' }, '0')
      : node('a', { href: this.address({ runtime: name, kind, ...changes }) }, number.toLocaleString('en'));
  }

  /** "97.2 %" of what is supported, or "–". */
  share(cases, runtime, part, whole) {
    const all = this.counted(cases, runtime, whole).length;
    return all === 0 ? '–' : `${Math.floor((1000 * this.counted(cases, runtime, part).length) / all) / 10} %`;
  }

  /** A table of rows of cells; those after the first `texts` are numbers. */
  rows(titles, rows, texts = 1) {
    const line = (cells) => node('tr', {}, cells.map((cell, i) =>
      node(i === 0 ? 'th' : 'td', { scope: i === 0 ? 'row' : null, class: i < texts ? null : 'n' }, cell)));
    return node('div', { class: 'wide' }, tableOf('figures', titles, rows.map(line), [...titles.keys()].slice(texts)));
  }

  summary(cases) {
    const kinds = KINDS.filter((kind) => kind !== 'supported' && kind !== 'right' &&
      this.runtimes.some((_, i) => this.counted(cases, i, kind).length > 0));
    const percent = (name, i, part, whole) =>
      node('a', { href: this.address({ runtime: name, kind: part }) }, this.share(cases, i, part, whole));
    return this.rows(['runtime', 'version', 'date', 'right of supported', 'supported of all', ...kinds],
      this.runtimes.map(({ name, version, date }, i) => [name, version, date, percent(name, i, 'right', 'supported'),
        percent(name, i, 'supported', 'cases'), ...kinds.map((kind) => this.link(cases, i, kind))]));
  }

  /** Families or versions by runtimes: the right of the supported. */
  matrix(cases, by) {
    const groups = Map.groupBy(cases, (one) => one[by]);
    const keys = [...groups.keys()].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    return this.rows([by, 'cases', ...this.runtimes.map(({ name }) => name)], keys.map((key) => [
      node('a', { href: this.address({ [by]: key, by: by === 'family' ? 'opset' : 'family' }) }, key),
      groups.get(key).length,
      ...this.runtimes.map((_, i) => {
        const list = groups.get(key);
        return [this.share(list, i, 'right', 'supported'), node('br'), node('small', {}, this.link(list, i, 'right', { [by]: key }), ' / ',
          this.link(list, i, 'supported', { [by]: key }))];
      })]));
  }

  list(cases) {
    const { runtime, kind = 'cases' } = this.chosen;
    const at = this.runtimes.findIndex(({ name }) => name === runtime);
    if (at < 0) return [];
    const found = this.counted(cases, at, kind);
    const rank = (one) => KINDS.indexOf(one.results[at][0]) * (RIGHT.includes(one.results[at][0]) ? 0 : 1);
    return [node('h2', { id: 'cases' }, `${found.length.toLocaleString('en')} cases of ${runtime}: ${kind}`),
      this.rows(['case', 'operator', 'status', 'verdict'], found.sort((a, b) => rank(b) - rank(a)).map((one) =>
        [one.name, one.page ? node('a', { href: one.page }, one.label) : one.label, one.results[at][0],
          one.results[at][1] === 'none' ? '' : one.results[at][1]]), 4)];
  }

  choice(key, cases) {
    const keys = [...new Set(cases.map((one) => one[key]))].sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
    const texts = Object.fromEntries([['', 'all'], ...keys.map((each) => [`=${each}`, each])]);
    return node('label', {}, `${key} `, choiceOf({ id: key, onchange: (event) => {
      location.hash = this.address({ [key]: event.target.value.slice(1) });
    } }, texts, this.chosen[key] ? `=${this.chosen[key]}` : ''), ' ');
  }

  show() {
    this.chosen = Object.fromEntries(new URLSearchParams(location.hash.slice(1)));
    const { family, opset, by = 'family', runtime } = this.chosen;
    const cases = this.cases.filter((one) => (!family || one.family === family) && (!opset || one.opset === opset));
    const other = by === 'family' ? 'opset' : 'family';
    this.place.replaceChildren(node('p', {}, this.choice('family', this.cases), this.choice('opset', this.cases)),
      this.summary(cases), ...this.list(cases),
      node('h2', {}, `By ${by}, right of supported `, node('a', { class: 'minor', href: this.address({ by: other }) }, `by ${other}`)),
      this.matrix(cases, by));
    if (runtime) document.getElementById('cases')?.scrollIntoView();
  }
}

function startScoreboard() {
  const board = pageData('board');
  if (board !== null) new Scoreboard(document.getElementById('scoreboard'), board);
}
