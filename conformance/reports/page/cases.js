'use strict';
// The page of a case: judgement, model, values, what was wrong, errata, commands.

// The verdict on other digits, and how many times the sampled errors and of the bound they are off.
const verdictCell = ({ judged }) => (judged
  ? [judged.verdict, h('span', { class: 'minor' }, ` ${visible(judged.amounts)}`)] : null);

const toleranceText = ({ rtol, atol, max_ulp, rule }) => `rtol ${rtol}, atol ${atol}` +
  (max_ulp === undefined ? '' : `, at most ${max_ulp} ULP`) + (rule === 'scaled' ? ', relative to the largest value' : '');

function judgementRow(result) {
  const wasCompared = isExpected(result) || result.status === 'fail';
  const number = (title, text) => h('td', { class: 'n', 'data-title': title }, wasCompared ? text : null);
  return h('tr', {},
    h('th', { scope: 'row' }, visible(result.run.title),
      result.run.shown ? null : h('span', { class: 'minor' }, ` ${visible(result.run.date.slice(0, 10))}`)),
    h('td', { 'data-title': 'status' }, statusCell(result)),
    number('ULP', result.max_ulp === null ? null : count(result.max_ulp)), number('absolute', short(result.max_abs)),
    number('relative', short(result.max_rel)), h('td', { class: 'n', 'data-title': 'seconds' }, short(result.seconds)),
    h('td', { 'data-title': 'verdict' }, verdictCell(result)),
    h('td', { 'data-title': 'message', class: 'message' }, visible(result.message)));
}

const judgementTable = (results) => tableOf('judgement', ['runtime', 'status', 'ULP', 'absolute', 'relative', 'seconds',
  'verdict', 'message'], results.map(judgementRow), [2, 3, 4, 5]);

// What is allowed, once for all results: runs of several rules may differ.
const allowedLine = (results) => {
  const texts = [...new Set(results.map((result) => result.tolerance && toleranceText(result.tolerance)).filter((text) => text))];
  return texts.length === 0 ? null : h('p', { class: 'minor' }, `allowed: ${texts.join('; or ')}`);
};

// The values of these names, with their types where they are inputs or outputs of the model.
function flow(names, values) {
  return names.map((name, place) => {
    const value = values.find((one) => one.name === name);
    return [place > 0 ? ', ' : '', visible(name || '–'), value ? h('span', { class: 'minor' }, ` ${visible(typeText(value))}`) : null];
  });
}

function nodeItem(model, one, node) {
  return h('li', {},
    h('p', {}, h('a', { href: operatorHref(model, operatorName(node.operator)) },
      code(node.operator)), node.name ? [' ', h('q', {}, visible(node.name))] : null,
    h('span', { class: 'flow' }, ' (', flow(node.inputs, one.inputs), ') → (', flow(node.outputs, one.outputs), ')')),
    facts(Object.entries(node.attributes ?? {}).map(([name, value]) => [visible(name), code(value)])));
}

function modelSection(model, one) {
  if (one.nodes.length === 0) return [];
  return [
    h('h2', {}, one.nodes.length === 1 && one.more_nodes === 0 ? 'The call' : 'The calls'),
    h('ol', { class: 'nodes' }, one.nodes.map((node) => nodeItem(model, one, node))),
    one.more_nodes > 0 ? h('p', { class: 'minor' }, `and ${count(one.more_nodes)} more`) : null,
  ];
}

const shapeText = (shape) => (shape ? `[${shape.join(', ')}]` : '');
const typeText = (value) => `${value.type} ${shapeText(value.shape)}`.trim();

function valuesTable(values) {
  return tableOf('values', ['name', 'type', 'shape'], values.map((value) => h('tr', {},
    h('th', { scope: 'row' }, code(value.name)), h('td', {}, code(value.type)), h('td', {}, code(shapeText(value.shape))))));
}

// The leading coordinates of a row of the last axis: "[0, 1, ·]".
function rowLabel(row, shape) {
  const places = [];
  for (let axis = shape.length - 2; axis >= 0; --axis) {
    places.unshift(row % shape[axis]);
    row = Math.floor(row / shape[axis]);
  }
  return `[${[...places, '·'].join(', ')}]`;
}

// The elements by rows of the last axis; marked are those at the positions `beyond`.
function matrix(value, title, beyond = new Set()) {
  const shape = value.shape ?? [];
  const width = Math.max(shape.at(-1) ?? 1, 1);
  const rows = [];
  for (let begin = 0; begin < value.elements.length; begin += width) {
    const cells = value.elements.slice(begin, begin + width).map((text, i) => h('td', {
      class: beyond.has(begin + i) ? 'differs' : null,
    }, visible(text)));
    const label = shape.length > 1
      ? h('th', { scope: 'row' }, rowLabel(begin / width, shape)) : null;
    rows.push(h('tr', {}, label, cells));
  }
  const total = shape.reduce((product, length) => product * length, 1);
  const rest = value.shape && total > value.elements.length
    ? h('p', { class: 'minor' }, `the first ${value.elements.length} of ${count(total)} elements`) : null;
  return h('figure', { class: 'matrix' },
    h('figcaption', {}, title, ' ', h('span', { class: 'minor' }, visible(typeText(value)))),
    value.elements.length === 0 ? h('p', { class: 'minor' }, 'no elements')
      : h('div', { class: 'scroll', tabindex: '0', role: 'group', 'aria-label': visible(title) }, h('table', {}, rows)),
    rest);
}

// A map of the errors in an output; each digit of a row is the level of a cell.
function picture(errors, key) {
  const [width, height] = [errors.rows[0].length, errors.rows.length];
  const pixels = Math.max(6, Math.min(20, Math.round(200 / width), Math.round(200 / height)));
  const cells = errors.rows.flatMap((row, y) => [...row].map((level, x) => (level === '0' ? null
    : svg('rect', { class: `l${level}`, x, y, width: 1, height: 1 }))));
  return h('figure', { class: 'picture' },
    svg('svg', {
      viewBox: `0 0 ${width} ${height}`, width: width * pixels, height: height * pixels, role: 'img',
      'aria-label': `where output ${visible(errors.output)} is wrong`, 'shape-rendering': 'crispEdges',
    }, cells),
    h('figcaption', {}, `errors of ${key} in output ${visible(errors.output)} ${shapeText(errors.shape)}; yellow to ` +
      'red: from 1 to more than 3,000 times the tolerance; violet: NaN or infinity on one side'));
}

function worstTable(difference) {
  if (difference.worst.length === 0) return null;
  return h('div', {}, h('h4', {}, difference.differing === 1 ? '1 element does not match'
      : `${count(difference.differing)} elements do not match; the worst`),
    tableOf('worst', ['where', 'got', 'expected'], difference.worst.map((place) =>
      h('tr', {}, [place.where, place.got, place.expected].map((text) => h('td', {}, code(text)))))));
}

const byText = (value) => [JSON.stringify(value)];

// One output of several results: what is expected once, and answers that agree once.
function differenceView(all) {
  const [{ difference: { expected } }] = all;
  const answers = [...groups(all, ({ result }) => [result.agree ?? `of ${result.run.key}`]).values()];
  return h('div', { class: 'difference' },
    h('h3', {}, 'output ', code(expected.name)),
    h('div', { class: 'sides' }, matrix(readValue(expected), 'expected'), answers.map((same) => {
      const { got, among_shown } = same[0].difference;
      const [first, ...others] = same.map(({ result }) => result);
      const also = others.length > 0 ? `, ${keysOf(others)} the same within the tolerance` : '';
      return h('div', {}, matrix(readValue(got), `${first.run.key} got${also}`, new Set(among_shown)),
        worstTable(same[0].difference));
    })));
}

// What is wrong in each output, of all results.
function differencesSection(results) {
  const all = results.flatMap((result) => result.differences.map((difference) => ({ result, difference })));
  const outputs = groups(all, ({ result, difference }) => byText([result.data_set, difference.expected]));
  const titleOf = (result) => (result.data_set ? `What differs in data set ${result.data_set}` : 'What differs');
  return [...outputs.values()].map((same, place) => [
    place === 0 ? h('h2', {}, titleOf(same[0].result)) : null, differenceView(same)]);
}

function failureSection(result) {
  const place = result.where && result.differences.length === 0
    ? h('p', {}, `${visible(result.run.title)} at `, code(result.where), ': got ', code(result.got ?? ''), ', expected ',
      code(result.expected ?? '')) : null;
  return [place, result.picture ? picture(result.picture, result.run.key) : null];
}

function inputsSection(one) {
  const small = one.inputs.filter((value) => value.elements.length > 0);
  return [
    one.inputs.length > 0 ? [h('h2', {}, 'Inputs'), small.length < one.inputs.length ? valuesTable(one.inputs) : null] : null,
    h('div', { class: 'sides' }, small.map((value) => matrix(value, value.name))),
    one.outputs.length > 0 ? [h('h2', {}, 'Expected outputs'), valuesTable(one.outputs)] : null,
  ];
}

function erratumSection(model, id) {
  const entry = model.errata[id];
  const parts = entry ? [['operator', entry.operator], ['releases', entry.releases],
    ['the case expects', entry.expected], ['the specification', entry.specification],
    ['why', entry.why], ['proof', entry.proof], ['thread', entry.thread]] : [];
  return [h('h2', {}, 'Erratum ', code(id)),
    facts(parts.map(([title, text]) => [title, text && visible(text)]), { class: 'erratum-entry' })];
}

function commandSection(one, results) {
  if (one.reference === null) return [];
  const reference = shellWord(one.reference);
  const repeats = results.filter((result) => result.run.shown).flatMap((result) => {
    const options = result.run.options ? ` ${result.run.options}` : '';
    const bisects = options.includes('--backend') && result.status !== 'pass';
    return [[`repeat with ${visible(result.run.title)}`, command(`etalon why ${reference}${options}`)],
      ['find the node', bisects && command(`etalon bisect ${reference}${options}`)]];
  });
  return [h('h2', {}, 'Commands'),
    facts([...repeats, ['Etalon’s own outputs', command(`etalon run ${reference}`)]], { class: 'commands' })];
}

function caseView(model, one) {
  const results = one.results.filter((result) => result !== null);
  const errata = [...new Set(results.map((result) => result.erratum).filter((id) => id))];
  const releases = one.releases.length > 1
    ? `, the same in ${one.releases.length} releases from ${one.releases[0]}` : '';
  return [
    h('h1', {}, visible(one.name)),
    h('p', { class: 'minor' }, h('a', { href: listHref(model, `release:${queryWord(one.release)} suite:${queryWord(one.suite)}`) },
      `${visible(one.release)}/${visible(one.suite)}`), releases),
    modelSection(model, one),
    h('h2', {}, 'Judgement'), judgementTable(results), allowedLine(results),
    differencesSection(results.filter((result) => result.run.shown)),
    h('div', { class: 'pictures' }, results.filter((result) => result.run.shown).map(failureSection)),
    inputsSection(one), errata.map((id) => erratumSection(model, id)),
    commandSection(one, results),
  ];
}
