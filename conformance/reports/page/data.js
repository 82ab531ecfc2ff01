'use strict';
// The page's data, as page_data.cc writes them, as objects that the other files use:
//   model   {folder, root, operator, case, runs, shown, places, cases, errata}
//   run     {key, title, shown, date, …}        one report
//   case    {index, id, release, suite, name, operators, names, types, results, …}
//   result  {run, status, max_ulp, max_abs, max_rel, seconds, message, kind, rounding, …}; null where a run
//           lacks the case; one for each run, in the order of model.runs
// Other fields are those of the report (conformance/reports/json.h).

const EXPECTED = new Set(['pass', 'statistical', 'erratum', 'xfail', 'open']);
const WORST_FIRST = [
  'crash', 'timeout', 'error', 'fail', 'invalid', 'xpass', 'unsupported', 'erratum', 'xfail',
  'open', 'statistical', 'pass',
];
const KINDS = ['values', 'shape', 'type', 'count', 'accepted'];
const ROUNDING = ['within', 'unlikely', 'beyond', 'unknown'];
const NUMBERS = ['max_ulp', 'max_abs', 'max_rel', 'seconds'];

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
const toNumber = (written) => ({ nan: NaN, inf: Infinity, '-inf': -Infinity }[written] ?? Number(written ?? 0));

// "Softmax" of "Softmax-13".
const operatorName = (label) => label.slice(0, label.lastIndexOf('-'));

// The element types in a type such as "map(string, tensor(float16))".
const elementTypes = (type) => type.match(/[a-z0-9]+(?=[),])/g) ?? [];

const readValue = (value) => ({ shape: null, elements: [], ...value });

function readResult(entry, run) {
  const result = { message: '', kind: '', rounding: null, differences: [], ...entry, run };
  for (const key of NUMBERS) result[key] = toNumber(entry[key]);
  return result;
}

function readCase(entry, index, { runs, places }) {
  const id = `${entry.release}/${entry.suite}/${entry.name}`;
  const [inputs, outputs] = [entry.inputs ?? [], entry.outputs ?? []].map((list) => list.map(readValue));
  const results = entry.results.map((result, place) => result && readResult(result, runs[place]));
  const messages = places.map((place) => results[place]?.message ?? '');
  return {
    releases: [entry.release], reference: id, nodes: [], more_nodes: 0, ...entry,
    index, id, inputs, outputs, results,
    names: [...new Set(entry.operators.map(operatorName))],
    types: new Set([...inputs, ...outputs].flatMap((value) => elementTypes(value.type))),
    text: [id, ...entry.operators, ...messages].join(' ').toLowerCase(),
  };
}

function readModel(raw) {
  const places = [...raw.runs.keys()].filter((place) => raw.runs[place].shown); // of the shown runs among all
  const model = { ...raw, places, shown: places.map((place) => raw.runs[place]) };
  model.cases = raw.cases.map((entry, index) => readCase(entry, index, model));
  model.byId = new Map(model.cases.map((one) => [one.id, one]));
  return model;
}

// The results of the runs that have a column.
const shownResults = (model, one) =>
  model.places.map((place) => one.results[place]).filter((result) => result !== null);

// Of the results at a place: how many there are, are as expected, and fail within rounding.
function tally(list, place) {
  const results = list.map((one) => one.results[place]).filter((result) => result);
  return { all: results.length, good: results.filter(isExpected).length, honest: results.filter(isWithin).length };
}
