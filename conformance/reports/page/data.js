'use strict';
// The page's data, as page_data.cc writes them, as objects that the other files use:
//   model   {folder, root, operator, case, runs, shown, cases, errata}
//   run     {key, title, shown, date, …, results}        one report
//   case    {index, id, release, suite, name, operators, names, types, results, …}
//   result  {run, status, ulp, abs, rel, seconds, tolerance, message, kind, rounding, …}; null where a run
//           lacks the case; one for each run, in the order of model.runs

const EXPECTED = new Set(['pass', 'statistical', 'erratum', 'xfail', 'open']);
const WORST_FIRST = [
  'crash', 'timeout', 'error', 'fail', 'invalid', 'xpass', 'unsupported', 'erratum', 'xfail',
  'open', 'statistical', 'pass',
];
const KINDS = ['values', 'shape', 'type', 'count'];
const ROUNDING = ['within', 'unlikely', 'beyond', 'unknown'];
const DIGITS = '0123456789abcdefghij';

const isExpected = (result) => EXPECTED.has(result.status);
// A fail by the tolerance that is no further off than honest evaluations are.
const isWithin = (result) => result?.status === 'fail' && result.kind === 'values' &&
  result.rounding?.verdict === 'within';

// How bad a status is: 0 for a pass.
function badness(status) {
  const place = WORST_FIRST.indexOf(status);
  return place < 0 ? WORST_FIRST.length : WORST_FIRST.length - 1 - place;
}

// JSON has no NaN and infinities: they are "nan", "inf", "-inf".
function toNumber(written) {
  if (typeof written !== 'string') return written ?? 0;
  return { nan: NaN, inf: Infinity, '-inf': -Infinity }[written] ?? Number(written);
}

// "Softmax" of "Softmax-13".
const operatorName = (label) => label.slice(0, label.lastIndexOf('-'));

// The element types in a type such as "map(string, tensor(float16))".
const elementTypes = (type) => type.match(/[a-z0-9]+(?=[),])/g) ?? [];

function readValue(entry, raw) {
  const [name, type, shape = null, elements = []] = entry;
  return { name, type: raw.types[type], shape, elements };
}

function readNode(entry, raw) {
  const [operator, inputs, outputs, attributes = {}, name = ''] = entry;
  return { operator: raw.operators[operator], inputs, outputs, attributes, name };
}

function readCase(entry, index, raw) {
  const operators = entry.o.map((place) => raw.operators[place]);
  const inputs = (entry.i ?? []).map((value) => readValue(value, raw));
  const outputs = (entry.t ?? []).map((value) => readValue(value, raw));
  const id = `${entry.r}/${entry.s}/${entry.n}`;
  return {
    index, id, release: entry.r, suite: entry.s, name: entry.n,
    releases: entry.all ?? [entry.r],
    reference: entry.ref === undefined ? id : entry.ref,
    file: entry.file,
    operators, inputs, outputs,
    names: [...new Set(operators.map(operatorName))],
    types: new Set([...inputs, ...outputs].flatMap((value) => elementTypes(value.type))),
    nodes: (entry.nodes ?? []).map((node) => readNode(node, raw)),
    moreNodes: entry.more ?? 0,
    results: [],
  };
}

function readDifference(entry, raw) {
  return {
    expected: readValue(entry.expected, raw),
    got: readValue(entry.got, raw),
    differing: entry.differing,
    beyond: new Set(entry.at),
    worst: entry.worst.map(([where, got, expected]) => ({ where, got, expected })),
  };
}

function readResult(run, index, raw) {
  const columns = run.results;
  const digit = columns.status[index];
  if (digit === '-') return null;
  const special = columns.special[index] ?? {};
  return {
    message: '', kind: '', rounding: null, ...special, run,
    status: raw.statuses[DIGITS.indexOf(digit)],
    ulp: columns.ulp[index] ?? 0,
    abs: toNumber(columns.abs[index]),
    rel: toNumber(columns.rel[index]),
    seconds: toNumber(columns.seconds[index]),
    tolerance: raw.tolerances[columns.tolerance[index]] ?? '',
    differences: (special.differences ?? []).map((entry) => readDifference(entry, raw)),
  };
}

function readModel(raw) {
  const runs = raw.runs;
  const cases = raw.cases.map((entry, index) => readCase(entry, index, raw));
  const places = runs.map((run, place) => place).filter((place) => runs[place].shown);
  for (const one of cases) {
    one.results = runs.map((run) => readResult(run, one.index, raw));
    const messages = places.map((place) => one.results[place]?.message ?? '');
    one.text = [one.id, ...one.operators, ...messages].join(' ').toLowerCase();
  }
  return {
    folder: raw.folder, root: raw.root, operator: raw.operator, case: raw.case,
    statuses: raw.statuses, errata: raw.errata, runs, cases,
    shown: places.map((place) => runs[place]),
    places, // of the shown runs among all
    byId: new Map(cases.map((one) => [one.id, one])),
  };
}

// The results of the runs that have a column.
const shownResults = (model, one) =>
  model.places.map((place) => one.results[place]).filter((result) => result !== null);
