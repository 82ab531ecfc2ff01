'use strict';
// The page's frame: the header, the query, the tabs; what the URL's fragment asks for; keys.

const TABS = [['cases', 'Cases'], ['operators', 'Operators'], ['suites', 'Suites'],
  ['types', 'Types'], ['errata', 'Errata'], ['runs', 'Runs']];
const EXAMPLES = (model) => {
  const key = model.shown.at(-1)?.key ?? 'status';
  return [
    [`${key}:fail`, 'a status, or !pass, expected, unexpected, shape, …'],
    ['is:different', 'runs disagree; also same, unexpected, expanded'],
    ['alone:fail', 'only one run has this status'],
    ['agree:3', 'at least 3 runtimes give one answer, which is not the expected one'],
    ['op:softmax type:float16', 'all must hold; op:Conv-11, op:reduce*'],
    ['max_ulp>4', `also ${key}.max_ulp, max_abs, max_rel, seconds, operators`],
    ['release:1.22.0 suite:node', 'where a case comes from'],
    ['status:crash or status:timeout', 'or, not, -term, parentheses'],
    ['message:shape', 'also name:, kind:, erratum:, "two words"'],
    ['verdict:wrong status:pass', 'a run passed although its error is larger than rounding allows; also unlikely, rounding'],
    ...model.shown.filter((run) => run.before !== undefined)
      .map((run) => [`${run.key}:worse`, `than ${model.runs[run.before].title}; also better`]),
  ];
};

// "#/cases?q=…&sort=…" → {view: 'cases', rest: [], q, sort}.
function readLocation() {
  const [path, parameters = ''] = location.hash.replace(/^#\/?/, '').split(/\?(.*)/s);
  const [view, ...rest] = path.split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  const words = new URLSearchParams(parameters);
  return { view, rest, q: words.get('q') ?? '', sort: words.get('sort') ?? '' };
}

class Page {
  constructor(model, main) {
    this.model = model;
    this.main = main;
    this.content = h('div', { id: 'content' });
    this.note = h('p', { id: 'note', role: 'status' });
    this.query = h('input', {
      id: 'query', type: 'search', autocomplete: 'off', spellcheck: 'false', autocapitalize: 'none',
      'aria-label': 'query', placeholder: `query, such as ${model.shown.at(-1)?.key ?? 'status'}:fail op:softmax`,
      'aria-describedby': 'note', oninput: () => this.setQuery(),
    });
    this.tabs = h('nav', { 'aria-label': 'views' });
    main.replaceChildren(...this.header(), this.content);
    addEventListener('hashchange', () => this.show());
    addEventListener('keydown', (event) => this.onKey(event));
    this.show();
  }

  header() {
    const { model } = this;
    const title = h('a', { class: 'home', href: `${index(model)}#/cases` }, 'ONNX conformance');
    const top = h('header', {}, title, h('span', { class: 'minor' }, this.subtitle()), themeButton());
    if (model.operator !== undefined || model.case !== undefined) {
      return [top, h('p', {}, h('a', { href: `${index(model)}#/cases` }, '← all cases'))];
    }
    return [top, h('search', {}, this.query, this.help()), this.summary = h('div', { id: 'summary' }, cards(model)),
      this.tabs, this.note];
  }

  subtitle() {
    const versions = [...new Set(this.model.runs.map((run) => run.etalon).filter((text) => text))];
    const judge = versions.length > 0 ? `, judged by Etalon ${versions.join(', ')}` : '';
    return visible(`${cases(this.model.cases.length)}${judge}`);
  }

  help() {
    return h('details', { class: 'help' }, h('summary', {}, 'query help'),
      h('dl', {}, EXAMPLES(this.model).map(([example, meaning]) => [
        h('dt', {}, h('a', { href: fragment('cases', { q: example }) }, code(example))),
        h('dd', {}, meaning)])),
      h('p', { class: 'minor' }, 'Keys: / goes to the query, Escape leaves it, j and k go to the next and the previous case.'));
  }

  // The query as it is typed; the address follows, without an entry in the history for each key.
  setQuery() {
    const { view, sort } = readLocation();
    const tab = TABS.some(([name]) => name === view) && view !== 'runs' ? view : 'cases';
    history.replaceState(null, '', fragment(tab, { q: this.query.value, sort }));
    this.show();
  }

  setSort(sort) {
    const { view, rest, q } = readLocation();
    const path = [view || 'cases', ...rest.map(encodeURIComponent)].join('/');
    history.replaceState(null, '', fragment(path, { q, sort }));
    this.show();
  }

  selected(text) {
    try {
      const test = parseQuery(text, this.model);
      const list = this.model.cases.filter(test);
      this.note.textContent = `${count(list.length)} of ${cases(this.model.cases.length)}`;
      this.note.className = '';
      this.query.removeAttribute('aria-invalid');
      return list;
    } catch (problem) {
      if (!(problem instanceof QueryError)) throw problem;
      this.note.textContent = visible(problem.message);
      this.note.className = 'problem';
      this.query.setAttribute('aria-invalid', 'true');
      return null;
    }
  }

  show() {
    const { view, rest, q, sort } = readLocation();
    const { model } = this;
    const onSort = (order) => this.setSort(order);
    if (model.case !== undefined) return this.put(caseView(model, model.cases[model.case]));
    if (model.operator !== undefined) return this.put(operatorView(model, model.operator, sort, onSort));
    if (this.query.value !== q) this.query.value = q;
    const single = view === 'case' || view === 'operator';
    this.summary.hidden = q !== '' || (view !== '' && view !== 'cases');
    this.note.hidden = single || view === 'runs';
    this.showTabs(single ? '' : view || 'cases', q);
    if (view === 'operator') return this.put(operatorView(model, rest.join('/'), sort, onSort));
    if (view === 'case') return this.showCase(rest.join('/'));
    if (view === 'runs') return this.put(runsView(model));
    const list = this.selected(q);
    if (list === null) return undefined; // what was found before stays
    if (Object.hasOwn(TOTALS, view)) return this.put(totals(model, view, list, sort, onSort));
    return this.put(caseList(model, list, sort, onSort, q));
  }

  showCase(id) {
    const one = this.model.byId.get(id);
    scrollTo(0, 0);
    this.put(one ? caseView(this.model, one)
      : h('p', { class: 'problem' }, `There is no case ${visible(id)}.`));
  }

  showTabs(current, q) {
    const has = (name) => name !== 'errata' ||
      this.model.cases.some((one) => one.results.some((result) => result?.erratum));
    this.tabs.replaceChildren(...TABS.filter(([name]) => has(name)).map(([name, title]) =>
      h('a', { href: fragment(name, { q }), 'aria-current': name === current ? 'page' : null }, title)));
  }

  put(...content) { this.content.replaceChildren(...content.flat(Infinity).filter((one) => one)); }

  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === this.query) {
      if (event.key === 'Escape') this.query.blur();
      return;
    }
    if (/^(INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === '/' && this.query.isConnected) {
      event.preventDefault();
      this.query.focus();
    }
    if (event.key === 'j' || event.key === 'k') this.step(event.key === 'j' ? 1 : -1);
  }

  // Moves the focus to the next or previous case of the list.
  step(by) {
    const links = [...this.content.querySelectorAll('a.case')];
    const here = links.indexOf(document.activeElement);
    links[here < 0 ? 0 : Math.min(Math.max(here + by, 0), links.length - 1)]?.focus();
  }
}

new Page(readModel({ cases: window.etalonRows, ...pageData('data') }), document.getElementById('page'));
