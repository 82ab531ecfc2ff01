'use strict';
// Totals: of each run, and by operator, suite and type. Every number leads to its cases.

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
  const counts = statusCounts(model, place);
  const { all, supported, good, within } = tally(model.cases, place);
  const percent = (part, whole) => h('strong', {}, `${short(Math.floor((1000 * part) / whole) / 10)} %`);
  return h('section', { class: 'card' },
    h('h2', {}, visible(run.title)),
    h('p', { class: 'minor' }, [visible(run.date.slice(0, 10)), h('span', {}, ' as '), code(run.key)]),
    run.rule && run.rule !== 'official'
      ? h('p', { class: 'minor' }, 'judged by ', code(`--rule ${run.rule}`)) : null,
    run.stopped ? h('p', { class: 'minor' }, visible(`stopped ${run.stopped}`)) : null,
    h('p', { class: 'share' }, supported === 0 ? 'no case is supported' : [
      h('span', {}, percent(good + within, supported), ' sound of what it supports'),
      h('span', {}, percent(supported, all), ' supported')]),
    h('div', { class: 'bar', 'aria-hidden': 'true' }, counts.map(([status, number]) =>
      h('i', { class: status, style: `flex-grow:${number}` }))),
    h('p', { class: 'counts' }, counts.map(([status, number]) =>
      h('a', { href: listHref(model, `${run.key}:${status}`) }, chip(status), ` ${count(number)}`))),
    within > 0 ? h('p', { class: 'counts' }, h('a', {
      href: listHref(model, `${run.key}:fail ${run.key}:values ${run.key}:rounding`),
    }, `${count(within)} of the fails ${within === 1 ? 'is' : 'are'} rounding`)) : null,
    run.before === undefined ? null : changesLine(model, place));
}

// How many cases are better and worse than in the version before.
function changesLine(model, place) {
  const run = model.runs[place];
  const link = (by, mark, word) => {
    const number = model.cases.filter((one) => change(one, one.results[place]) === by).length;
    return [h('span', { class: word }, mark), ' ', countLink(model, number, `${run.key}:${word}`), ` ${word}`];
  };
  return h('p', { class: 'counts' }, h('span', {}, link(1, '↑', 'better')), h('span', {}, link(-1, '↓', 'worse')),
    h('span', {}, `than ${visible(model.runs[run.before].title)}`));
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

const byKey = ([a], [b]) => a.localeCompare(b, 'en', { numeric: true });

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
      const { supported, good } = tally(list, place);
      return supported - good;
    };
    const { key, title } = model.runs[place];
    columns.push({ key, title: model.isWide ? key : title, number: true, value: failing });
  }
  return columns;
}

// "12 / 14": how many are as expected, of how many that are supported; each number leads to its cases.
function shareCell(model, place, list, query) {
  const run = model.runs[place];
  const { all, supported, good, within } = tally(list, place);
  if (all === 0) return h('td', { class: 'n zero' }, '–');
  if (supported === 0) return h('td', { class: 'n zero', 'data-title': run.key, title: 'unsupported' }, SIGNS.unsupported);
  const sound = good + within;
  const level = sound === supported ? 'all' : sound === 0 ? 'none' : sound / supported > 0.9 ? 'most' : 'some';
  return h('td', { class: `n share-cell ${level}`, 'data-title': run.key },
    countLink(model, good, `${query} ${run.key}:expected`), ' / ',
    countLink(model, supported, `${query} ${run.key}:supported`),
    model.isWide ? null : [good < supported ? [' ', h('a', {
      class: 'rest', href: listHref(model, `${query} ${run.key}:supported ${run.key}:unexpected`),
      'aria-label': `${supported - good} not as expected`,
    }, `−${count(supported - good)}`)] : null,
    within > 0 ? [' ', h('a', {
      class: 'rounding', href: listHref(model, `${query} ${run.key}:fail ${run.key}:values ${run.key}:rounding`),
    }, `${count(within)} rounding`)] : null]);
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
  const found = sorted(groups(list, kind.keysOf), columns, sort || 'name', byKey);
  if (found.length === 0) return h('p', { class: 'empty' }, 'There are none.');
  return h('div', {}, h('p', { class: 'minor' }, kind.note),
    tableOf('totals', columns.map((one) => sortHeader(one, sort, onSort)), found.map((entry) => totalsRow(model, kind, entry))));
}

// An operator: its versions, then its cases.
function operatorView(model, name, sort, onSort) {
  const list = model.cases.filter((one) => one.names.includes(name));
  const kind = {
    title: 'version', query: (label) => `op:${queryWord(label)}`,
    keysOf: (one) => one.operators.filter((label) => operatorName(label) === name),
  };
  const versions = [...groups(list, kind.keysOf)].sort(byKey);
  return [
    h('h1', {}, visible(name)),
    h('p', { class: 'minor' }, `${cases(list.length)}; `, h('a', { href: listHref(model, `op:${queryWord(name)}`) },
      'select among them')),
    tableOf('totals', ['version', 'cases', ...model.shown.map((run) => visible(model.isWide ? run.key : run.title))],
      versions.map((entry) => totalsRow(model, kind, entry)), [1, ...model.places.map((_, place) => place + 2)]),
    h('h2', {}, 'Cases'),
    caseList(model, list, sort, onSort),
  ];
}
