'use strict';
// Lists of cases: sorted, a hundred at a time.

const FIRST_ROWS = 100;

const greatest = (model, one, key) =>
  shownResults(model, one).reduce((most, result) => Math.max(most, result[key]), 0);

// The columns beside those of the runs: how they are sorted and shown.
function listColumns(model) {
  const columns = [{
    key: 'name', title: 'case', value: (one) => `${one.name} ${one.id}`,
    cell: (one) => [
      h('a', { href: caseHref(model, one), class: 'case' }, visible(one.name)),
      h('span', { class: 'minor origin' }, `${visible(one.release)}/${visible(one.suite)} `, operatorLinks(model, one)),
      firstMessage(model, one),
    ],
  }];
  for (const place of model.places) {
    const run = model.runs[place];
    columns.push({
      key: run.key, title: model.isWide ? run.key : run.title, short: run.key, status: true, run: true,
      value: (one) => badness(one.results[place]?.status ?? ''),
      cell: (one) => [statusCell(one.results[place], model.isWide), arrow(one, one.results[place])],
    });
  }
  columns.push(verdictColumn(model), numberColumn(model, 'max_ulp', 'ULP', count),
    numberColumn(model, 'seconds', 'seconds', short));
  return columns;
}

// Of which runs a column shows the greatest: "ULP of ort", "ULP, greatest of 3".
const ofRuns = (model, title, greatestOne) =>
  (model.shown.length === 1 ? `${title} of ${model.shown[0].key}` : `${title}, ${greatestOne} of ${model.shown.length}`);

// The verdict on other digits, also of those that pass: the worst, and whose it is where it is a sign
// of an error.
function verdictColumn(model) {
  const rank = ({ judged }) => VERDICTS.indexOf(judged?.verdict) + 1;
  const worst = (one) => Math.max(0, ...shownResults(model, one).map(rank));
  const whose = (one) => {
    const results = shownResults(model, one).filter((each) => rank(each) === worst(one));
    return h('span', { class: 'minor', title: keysOf(results) },
      results.length === 1 ? ` ${keysOf(results)}` : ` ${results.length} runs`);
  };
  return {
    key: 'verdict', title: ofRuns(model, 'verdict', 'worst'), short: 'verdict', status: true, value: worst,
    cell: (one) => (worst(one) === 0 ? h('span', { class: 'zero' }, '–') : [
      h('span', { class: `verdict ${VERDICTS[worst(one) - 1]}` }, VERDICTS[worst(one) - 1]),
      model.shown.length === 1 || worst(one) <= VERDICTS.indexOf('open') + 1 ? null : whose(one)]),
  };
}

// "ort, tract".
const keysOf = (results) => results.map((result) => result.run.key).join(', ');

// Whether the result is better or worse than the version before.
function arrow(one, result) {
  const by = change(one, result);
  if (by === 0) return null;
  const title = `${by > 0 ? 'better' : 'worse'} than ${one.results[result.run.before].status} before`;
  return h('span', { class: by > 0 ? 'better' : 'worse', title, role: 'img', 'aria-label': title }, by > 0 ? ' ↑' : ' ↓');
}

function numberColumn(model, key, title, text) {
  return {
    key, title: ofRuns(model, title, 'greatest'), short: title, number: true,
    value: (one) => greatest(model, one, key),
    cell: (one) => {
      const most = greatest(model, one, key);
      return h('span', { class: most === 0 ? 'zero' : '' }, text(most));
    },
  };
}

// What most runs answer alike, else what the worst says that is not as expected, in one line.
function firstMessage(model, one) {
  const said = shownResults(model, one).filter((each) => each.message && (!isExpected(each) || each.same.length > 1));
  const rank = (each) => each.same.length * WORST_FIRST.length + badness(each.status);
  const result = said.reduce((best, each) => (rank(each) > rank(best) ? each : best), said[0]);
  if (!result) return null;
  const text = visible(result.message);
  const whose = result.same.length > 1 ? `${keysOf(result.same)} agree` : result.run.key;
  return h('span', { class: 'message-line', title: text }, `${whose}: ${text}`);
}

function operatorLinks(model, one) {
  const most = 3;
  const links = one.operators.slice(0, most).map((label) =>
    h('a', { class: 'operator', href: operatorHref(model, operatorName(label)) }, visible(label)));
  const more = one.operators.length - most;
  if (more > 0) links.push(h('span', { class: 'minor' }, `and ${more} more`));
  return links;
}

// Where there is little room, a status is a sign; its colour and the title say more.
const SIGNS = { pass: '✓', fail: '✗', unsupported: '○', error: 'E', crash: '‼', timeout: '…', invalid: 'I', erratum: 'e',
  open: 'o', statistical: '~', xfail: 'x', xpass: 'P' };

function statusCell(result, asSign = false) {
  if (!result) return h('span', { class: 'zero' }, '–');
  const { status, kind } = result;
  if (!asSign) return [chip(status), kind ? h('span', { class: 'minor' }, ` ${kind}`) : null];
  const title = [result.run.key, status, kind].join(' ').trim();
  return h('span', { class: `chip sign ${status}`, title, role: 'img', 'aria-label': title }, SIGNS[status] ?? status);
}

// The worst first: by the greatest badness, then by how many runs are not as expected; where a query asks who
// agrees, those with most before.
function worstFirst(model, a, b, q) {
  if (q.includes('agree:') && a.agree !== b.agree) return b.agree - a.agree;
  const rank = (one) => {
    const results = shownResults(model, one);
    return results.reduce((most, result) => Math.max(most, badness(result.status)), 0) * 100 +
      results.filter((result) => !isExpected(result)).length;
  };
  return rank(b) - rank(a) || a.index - b.index;
}

// `sort` is the key of a column, with "-" in front for the greatest first; where it is of none, and between
// equal ones, `otherwise` compares.
function sorted(list, columns, sort, otherwise) {
  const column = columns.find((one) => one.key === sort.replace(/^-/, ''));
  const sign = sort.startsWith('-') ? -1 : 1;
  const compare = (a, b) => {
    if (!column) return 0;
    const [x, y] = [column.value(a), column.value(b)];
    return sign * (typeof x === 'string' ? x.localeCompare(y, 'en', { numeric: true }) : x - y);
  };
  return [...list].sort((a, b) => compare(a, b) || otherwise(a, b));
}

// Numbers and statuses: the greatest first, then the least, then the worst first again.
const sortsOf = ({ key, number, status }) => (number || status ? [`-${key}`, key] : [key, `-${key}`]);
const nextSort = (column, sort) => [...sortsOf(column), ''][sortsOf(column).indexOf(sort) + 1];

function sortHeader(column, sort, onSort) {
  const here = sort.replace(/^-/, '') === column.key;
  const order = sort.startsWith('-') ? 'descending' : 'ascending';
  const mark = here ? (order === 'descending' ? ' ↓' : ' ↑') : '';
  return h('th', { scope: 'col', class: column.number ? 'n' : column.run ? 'run' : null, 'aria-sort': here ? order : 'none' },
    h('button', { type: 'button', onclick: () => onSort(nextSort(column, sort)) },
      visible(column.title), h('span', { 'aria-hidden': 'true' }, mark)));
}

// On a phone there are no column heads to click.
function sortMenu(columns, sort, onSort) {
  const titles = Object.fromEntries(columns.map((column) => [sortsOf(column)[0], visible(column.title)]));
  return h('label', { class: 'sort-menu' }, 'sort by ', choiceOf({ onchange: (event) => onSort(event.target.value) },
    { '': 'the worst first', ...titles }, sort));
}

function listRow(columns, one) {
  return h('tr', {}, columns.map((column) => h(column.key === 'name' ? 'th' : 'td', {
    scope: column.key === 'name' ? 'row' : null,
    class: column.number ? 'n' : column.status ? 'status' : null,
    'data-title': visible(column.short ?? column.title),
  }, column.cell(one))));
}

// The list of these cases, which the query q selects. `onSort` gets the new order.
function caseList(model, list, sort, onSort, q = '') {
  const columns = listColumns(model);
  const rows = sorted(list, columns, sort, (a, b) => worstFirst(model, a, b, q));
  const table = tableOf(model.isWide ? 'list wide' : 'list', columns.map((column) => sortHeader(column, sort, onSort)), []);
  const body = table.tBodies[0];
  const more = h('p', { class: 'more' });
  const show = (end) => {
    body.append(...rows.slice(body.rows.length, end).map((one) => listRow(columns, one)));
    more.replaceChildren(...(body.rows.length < rows.length ? [
      `${count(body.rows.length)} of ${cases(rows.length)} shown. `,
      h('button', { type: 'button', onclick: () => show(body.rows.length + 5 * FIRST_ROWS) },
        'show more'), ' ',
      h('button', { type: 'button', onclick: () => show(rows.length) }, 'show all')] : []));
  };
  show(FIRST_ROWS);
  if (rows.length === 0) return h('p', { class: 'empty' }, 'No case matches.');
  const legend = model.isWide && h('p', { class: 'minor legend' }, Object.entries(SIGNS).map(([status, sign]) =>
    h('span', {}, h('span', { class: `chip sign ${status}` }, sign), ` ${status} `)));
  return h('div', {}, sortMenu(columns, sort, onSort), table, more, legend || null);
}
