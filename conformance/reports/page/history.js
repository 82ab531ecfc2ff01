'use strict';
// The runs: how each was made, and, where a runtime has several, how its share has changed.

const CHART = { width: 720, height: 220, left: 48, right: 16, top: 12, bottom: 28 };

const runCounts = (model, place) => ({ run: model.runs[place], ...tally(model.cases, place) });

// [runtime, its runs in the order of their dates] of the runtimes that have several runs with a date.
function histories(model) {
  const dated = [...model.runs.keys()].filter((place) => model.runs[place].date).map((place) => runCounts(model, place));
  return [...groups(dated, ({ run }) => [runtimeName(run)])].filter(([, runs]) => runs.length > 1)
    .map(([name, runs]) => [name, runs.sort((a, b) => a.run.date.localeCompare(b.run.date))]);
}

const time = (point) => Date.parse(point.run.date) || 0;
const share = (point) => (point.all === 0 ? 0 : (100 * point.good) / point.all);

function scales(points) {
  const [times, shares] = [points.map(time), points.map(share)];
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const low = Math.max(0, Math.floor(Math.min(...shares) - 1));
  const inner = { x: CHART.width - CHART.left - CHART.right, y: CHART.height - CHART.top - CHART.bottom };
  return {
    low,
    x: (point) => CHART.left + (last === first ? inner.x / 2 : (inner.x * (time(point) - first)) / (last - first)),
    y: (value) => CHART.top + (inner.y * (100 - value)) / (100 - low),
  };
}

function chartAxes(points, { low, x, y }) {
  const levels = [low, (low + 100) / 2, 100];
  const ends = [points[0], points.at(-1)];
  return [
    levels.map((level) => [
      svg('line', { class: 'grid', x1: CHART.left, x2: CHART.width - CHART.right, y1: y(level), y2: y(level) }),
      svg('text', { x: CHART.left - 6, y: y(level) + 4, 'text-anchor': 'end' }, `${short(level)} %`)]),
    ends.map((point, place) => svg('text', {
      x: x(point), y: CHART.height - 6, 'text-anchor': place === 0 ? 'start' : 'end',
    }, visible(point.run.date.slice(0, 10)))),
  ];
}

// Above the line, or below it at the top of the chart.
const labelHeight = (height) => (height < CHART.top + 16 ? height + 18 : height - 9);

function chart(model, lines) {
  const points = lines.flatMap(([, runs]) => runs).sort((a, b) => time(a) - time(b));
  const scale = scales(points);
  const { x, y } = scale;
  return svg('svg', {
    class: 'chart', viewBox: `0 0 ${CHART.width} ${CHART.height}`, role: 'img',
    'aria-label': 'the share of cases that are as expected, by date',
  }, chartAxes(points, scale), lines.map(([name, runs], place) => [
    svg('polyline', { class: `line line${place % 5}`, points: runs.map((point) =>
      `${x(point)},${y(share(point))}`).join(' ') }),
    runs.map((point) => svg('a', { href: listHref(model, `${point.run.key}:unexpected`) },
      svg('circle', { class: `dot line${place % 5}`, cx: x(point), cy: y(share(point)), r: 5 },
        svg('title', {}, `${visible(point.run.title)}, ${point.run.date}: ${short(share(point))} %`)))),
    svg('text', { class: `line${place % 5}`, x: x(runs.at(-1)) - 8, y: labelHeight(y(share(runs.at(-1)))),
      'text-anchor': 'end' }, visible(name)),
  ]));
}

function historyTable(model, lines) {
  const number = (title, amount, query) =>
    h('td', { class: 'n', 'data-title': title }, countLink(model, amount, query));
  return tableOf('totals', ['runtime', 'date', 'cases', 'as expected', 'not as expected'],
    lines.flatMap(([, runs]) => runs).map(({ run, good, all }) => h('tr', {},
      h('th', { scope: 'row' }, visible(run.title)),
      h('td', { 'data-title': 'date' }, visible(run.date)),
      number('cases', all, `${run.key}:any`), number('as expected', good, `${run.key}:expected`),
      number('not as expected', all - good, `${run.key}:unexpected`))), [2, 3, 4]);
}

function historyView(model) {
  const lines = histories(model);
  return lines.length === 0 ? []
    : [h('h2', {}, 'History'), chart(model, lines), historyTable(model, lines)];
}

function runEntry(model, place) {
  const { run, all } = runCounts(model, place);
  const judge = run.etalon ? `Etalon ${run.etalon}` : '';
  const parts = [['in queries', run.key], ['date', run.date], ['judged by', judge],
    ['machine', run.machine], ['command', run.command], ['seed', run.seed], ['shard', run.shard],
    ['stopped', run.stopped],
    ['report', run.file], ['time', `${short(run.seconds)} s`], ['problems', run.problems?.join('; ')]];
  return h('section', { class: 'run' }, h('h3', {}, visible(run.title)),
    h('p', {}, h('a', { href: listHref(model, `${run.key}:any`) }, cases(all))),
    facts(parts.map(([title, text]) => [title, text === undefined || text === '' ? null : code(text)])));
}

const runsView = (model) => [historyView(model), h('h2', {}, 'Runs'),
  [...model.runs.keys()].map((place) => runEntry(model, place))];
