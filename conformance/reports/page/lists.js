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
      h('span', { class: 'minor' }, ` ${visible(one.release)}/${visible(one.suite)}`),
      firstMessage(model, one),
    ],
  }, {
    key: 'operators', title: 'operators', value: (one) => one.operators.join(' '),
    cell: (one) => operatorLinks(model, one),
  }];
  for (const place of model.places) {
    const run = model.runs[place];
    columns.push({
      key: run.key, title: run.title, short: run.key, status: true,
      value: (one) => badness(one.results[place]?.status ?? ''),
      cell: (one) => statusCell(one.results[place]),
    });
  }
  columns.push(
    numberColumn(model, 'max_ulp', 'ULP', count), numberColumn(model, 'max_abs', 'abs. error', short),
    numberColumn(model, 'seconds', 'seconds', short));
  return columns;
}

function numberColumn(model, key, title, text) {
  return {
    key, title, number: true,
    value: (one) => greatest(model, one, key),
    cell: (one) => {
      const most = greatest(model, one, key);
      return h('span', { class: most === 0 ? 'zero' : '' }, text(most));
    },
  };
}

// What the first run says that is not as expected, in one line.
function firstMessage(model, one) {
  const result = shownResults(model, one).find((each) => !isExpected(each) && each.message);
  if (!result) return null;
  const text = visible(result.message);
  return h('span', { class: 'message-line', title: text }, `${result.run.key}: ${text}`);
}

function operatorLinks(model, one) {
  const most = 3;
  const links = one.operators.slice(0, most).map((label) =>
    h('a', { class: 'operator', href: operatorHref(model, operatorName(label)) }, visible(label)));
  const more = one.operators.length - most;
  if (more > 0) links.push(h('span', { class: 'minor' }, `and ${more} more`));
  return links;
}

function statusCell(result) {
  if (!result) return h('span', { class: 'zero' }, '–');
  const failing = result.status === 'fail' && result.kind === 'values' && result.rounding;
  const rounding = failing && result.rounding.verdict !== 'unknown'
    ? `, ${result.rounding.verdict} rounding` : '';
  const kind = result.kind ? h('span', { class: 'minor' }, ` ${result.kind}${rounding}`) : null;
  return [chip(result.status), kind];
}

// The worst first: by the greatest badness, then by how many runs are not as expected.
function worstFirst(model, a, b) {
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
  return h('th', { scope: 'col', class: column.number ? 'n' : '', 'aria-sort': here ? order : 'none' },
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
    class: [column.number ? 'n' : '', column.status ? 'status' : ''].join(' ').trim() || null,
    'data-title': visible(column.short ?? column.title),
  }, column.cell(one))));
}

// The list of these cases. `onSort` gets the new order.
function caseList(model, list, sort, onSort) {
  const columns = listColumns(model);
  const rows = sorted(list, columns, sort, (a, b) => worstFirst(model, a, b));
  const table = tableOf('list', columns.map((column) => sortHeader(column, sort, onSort)), []);
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
  return h('div', {}, sortMenu(columns, sort, onSort), table, more);
}
