'use strict';
// Totals: of each run, and by operator, suite and type. Every number leads to its cases.

const passes = (results) => results.filter((result) => result && isExpected(result)).length;
const within = (results) => results.filter(isWithin).length;
const ran = (results) => results.filter((result) => result).length;

// The numbers of the statuses of a run, the worst last.
function statusCounts(model, place) {
  const counts = new Map();
  for (const one of model.cases) {
    const result = one.results[place];
    if (result) counts.set(result.status, (counts.get(result.status) ?? 0) + 1);
  }
  return [...counts].sort(([a], [b]) => badness(a) - badness(b));
}

function runCard(model, place) {
  const run = model.runs[place];
  const results = model.cases.map((one) => one.results[place]);
  const counts = statusCounts(model, place);
  const total = ran(results);
  const share = total === 0 ? 0 : (100 * passes(results)) / total;
  const honest = within(results);
  return h('section', { class: 'card' },
    h('h2', {}, visible(run.title)),
    h('p', { class: 'minor' }, [visible(run.date.slice(0, 10)), h('span', {}, ' as '), code(run.key)]),
    run.rule && run.rule !== 'official'
      ? h('p', { class: 'minor' }, 'judged by ', code(`--rule ${run.rule}`)) : null,
    run.stopped ? h('p', { class: 'minor' }, visible(`stopped ${run.stopped}`)) : null,
    h('p', { class: 'share' }, total === 0 ? 'no cases'
      : [h('strong', {}, `${short(Math.floor(share * 10) / 10)} %`), ' as expected']),
    h('div', { class: 'bar', 'aria-hidden': 'true' }, counts.map(([status, number]) =>
      h('i', { class: status, style: `flex-grow:${number}` }))),
    h('p', { class: 'counts' }, counts.map(([status, number]) =>
      h('a', { href: listHref(model, `${run.key}:${status}`) }, chip(status), ` ${count(number)}`))),
    honest > 0 ? h('p', { class: 'counts' }, h('a', {
      href: listHref(model, `${run.key}:fail ${run.key}:values ${run.key}:within`),
    }, `${count(honest)} of the fails within rounding`)) : null);
}

const cards = (model) => h('div', { class: 'cards' }, model.places.map((place) => runCard(model, place)));

// Groups of cases: {key: cases}, of the keys that `keysOf` gives for each case.
function groups(list, keysOf) {
  const found = new Map();
  for (const one of list) {
    for (const key of keysOf(one)) {
      if (!found.has(key)) found.set(key, []);
      found.get(key).push(one);
    }
  }
  return found;
}

// What a table of totals shows: the groups, a link from each, and a query for its cases.
const TOTALS = {
  operators: {
    title: 'operator', keysOf: (one) => one.names,
    query: (key) => `op:${queryWord(key)}`, href: (model, key) => operatorHref(model, key),
    note: 'A case counts for every operator that its model uses.',
  },
  suites: {
    title: 'suite', keysOf: (one) => one.releases.map((release) => `${release}/${one.suite}`),
    query: (key) => {
      const slash = key.indexOf('/');
      return `release:${queryWord(key.slice(0, slash))} suite:${queryWord(key.slice(slash + 1))}`;
    },
    note: 'A case counts for every release that contains it.',
  },
  types: {
    title: 'element type', keysOf: (one) => [...one.types], query: (key) => `type:${key}`,
    note: 'A case counts for every element type of its inputs and outputs.',
  },
  errata: {
    title: 'erratum',
    keysOf: (one) => [...new Set(one.results.map((result) => result?.erratum).filter((id) => id))],
    query: (key) => `erratum:${queryWord(key)}`,
    note: 'Official expectations that contradict the specification.',
  },
};

function totalsColumns(model, kind) {
  const columns = [
    { key: 'name', title: kind.title, value: ([key]) => key },
    { key: 'cases', title: 'cases', number: true, value: ([, list]) => list.length },
  ];
  for (const place of model.places) {
    const failing = ([, list]) => {
      const results = list.map((one) => one.results[place]);
      return ran(results) - passes(results);
    };
    columns.push({ key: model.runs[place].key, title: model.runs[place].title, number: true,
      value: failing });
  }
  return columns;
}

// "12 / 14": how many are as expected, of how many; each number leads to its cases.
function shareCell(model, place, list, query) {
  const run = model.runs[place];
  const results = list.map((one) => one.results[place]);
  const [good, all] = [passes(results), ran(results)];
  if (all === 0) return h('td', { class: 'n zero' }, '–');
  const honest = within(results);
  const level = good === all ? 'all' : good === 0 ? 'none' : good / all > 0.9 ? 'most' : 'some';
  return h('td', { class: `n share-cell ${level}`, 'data-title': run.key },
    countLink(model, good, `${query} ${run.key}:expected`), ' / ',
    countLink(model, all, `${query} ${run.key}:any`),
    good < all ? [' ', h('a', { class: 'rest', href: listHref(model, `${query} ${run.key}:unexpected`),
      'aria-label': `${all - good} not as expected` }, `−${count(all - good)}`)] : null,
    honest > 0 ? [' ', h('a', {
      class: 'within', href: listHref(model, `${query} ${run.key}:fail ${run.key}:values ${run.key}:within`),
    }, `${count(honest)} within rounding`)] : null);
}

function totalsRow(model, kind, [key, list]) {
  const name = kind.href ? h('a', { href: kind.href(model, key) }, visible(key)) : visible(key);
  const query = kind.query(key);
  return h('tr', {}, h('th', { scope: 'row' }, name),
    h('td', { class: 'n', 'data-title': 'cases' }, countLink(model, list.length, query)),
    model.places.map((place) => shareCell(model, place, list, query)));
}

// A table of totals, of the cases that match the query.
function totals(model, kindName, list, sort, onSort) {
  const kind = TOTALS[kindName];
  const columns = totalsColumns(model, kind);
  const found = [...groups(list, kind.keysOf)];
  if (found.length === 0) return h('p', { class: 'empty' }, 'There are none.');
  const key = sort.replace(/^-/, '');
  const column = columns.find((one) => one.key === key) ?? columns[0];
  const sign = sort.startsWith('-') ? -1 : 1;
  found.sort((a, b) => {
    const [x, y] = [column.value(a), column.value(b)];
    const order = typeof x === 'string' ? x.localeCompare(y, 'en', { numeric: true }) : x - y;
    return sign * order || a[0].localeCompare(b[0], 'en');
  });
  return h('div', {}, h('p', { class: 'minor' }, kind.note),
    h('table', { class: 'totals' },
      h('thead', {}, h('tr', {}, columns.map((one) => sortHeader(one, sort, onSort)))),
      h('tbody', {}, found.map((entry) => totalsRow(model, kind, entry)))));
}

// An operator: its versions, then its cases.
function operatorView(model, name, sort, onSort) {
  const list = model.cases.filter((one) => one.names.includes(name));
  const kind = {
    title: 'version', query: (label) => `op:${queryWord(label)}`,
    keysOf: (one) => one.operators.filter((label) => operatorName(label) === name),
  };
  const versions = [...groups(list, kind.keysOf)]
    .sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  return [
    h('h1', {}, visible(name)),
    h('p', { class: 'minor' }, `${cases(list.length)}; `, h('a', { href: listHref(model, `op:${queryWord(name)}`) },
      'select among them')),
    h('table', { class: 'totals' },
      h('thead', {}, h('tr', {}, ['version', 'cases', ...model.shown.map((run) => run.title)]
        .map((title, place) => h('th', { scope: 'col', class: place > 0 ? 'n' : '' }, visible(title))))),
      h('tbody', {}, versions.map((entry) => totalsRow(model, kind, entry)))),
    h('h2', {}, 'Cases'),
    caseList(model, list, sort, onSort),
  ];
}
