'use strict';
// The page's data, as page_data.cc writes them, as objects that the other files use:
//   model   {folder, root, operator, case, runs, shown, places, cases, errata}
//   run     {key, title, shown, date, …}        one report
//   run.before  the place of the run of another version of the runtime that is next older
//   case    {index, id, release, suite, name, operators, names, types, results, agree, …}; `agree`: how many
//           runtimes give one answer that is not the expected
//   result  {run, status, max_ulp, max_abs, max_rel, seconds, message, kind, judged, same, …}; null where a run
//           lacks the case; one for each run, in the order of model.runs; max_ulp is null without floats;
//           `same` are the results with the same answer
// Other fields are those of the report (conformance/reports/json.h).

const EXPECTED = new Set(['pass', 'statistical', 'erratum', 'xfail', 'open']);
const WORST_FIRST = [
  'crash', 'timeout', 'error', 'fail', 'invalid', 'xpass', 'unsupported', 'erratum', 'xfail',
  'open', 'statistical', 'pass',
];
const KINDS = ['values', 'shape', 'type', 'count', 'accepted'];
const VERDICTS = ['same', 'rounding', 'open', 'unknown', 'unlikely', 'wrong']; // the worst last
const NUMBERS = ['max_ulp', 'max_abs', 'max_rel', 'seconds'];

const isExpected = (result) => EXPECTED.has(result.status);
// A fail by the tolerance that is no further off than sampled evaluations are.
const isWithin = (result) => result?.status === 'fail' && result.kind === 'values' &&
  result.judged?.verdict === 'rounding';

// "ort" of the run "ort@1.30.0".
const runtimeName = (run) => run.key.replace(/@.*/, '');

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
  const result = { message: '', kind: '', judged: null, differences: [], same: [], ...entry, run };
  for (const key of NUMBERS) result[key] = toNumber(entry[key]);
  return result;
}

// Fills `same` of the results; how many runtimes the most numerous answer has.
function readAgreement(results) {
  const answers = groups(results.filter((result) => result?.run.shown && result.agree !== undefined),
    (result) => [result.agree]);
  for (const same of answers.values()) for (const result of same) result.same = same;
  return Math.max(0, ...[...answers.values()].map((same) => new Set(same.map(({ run }) => runtimeName(run))).size));
}

function readCase(entry, index, { runs, places }) {
  const id = `${entry.release}/${entry.suite}/${entry.name}`;
  const [inputs, outputs] = [entry.inputs ?? [], entry.outputs ?? []].map((list) => list.map(readValue));
  const results = entry.results.map((result, place) => result && readResult(result, runs[place]));
  const messages = places.map((place) => results[place]?.message ?? '');
  const floats = outputs.length === 0 || outputs.some((value) => /float|double|complex/.test(value.type));
  for (const result of results.filter((one) => one)) {
    if (result.as !== undefined) result.differences = results[result.as].differences;
    if (!floats) result.max_ulp = null;
  }
  return {
    releases: [entry.release], reference: id, nodes: [], more_nodes: 0, ...entry,
    index, id, inputs, outputs, results, agree: readAgreement(results),
    names: [...new Set(entry.operators.map(operatorName))],
    types: new Set([...inputs, ...outputs].flatMap((value) => elementTypes(value.type))),
    text: [id, ...entry.operators, ...messages].join(' ').toLowerCase(),
  };
}

function readModel(raw) {
  const places = [...raw.runs.keys()].filter((place) => raw.runs[place].shown); // of the shown runs among all
  const model = { ...raw, places, shown: places.map((place) => raw.runs[place]) };
  model.isWide = places.length > 4;
  for (const run of model.shown) {
    run.before = places.filter((place) => runtimeName(raw.runs[place]) === runtimeName(run) &&
      raw.runs[place].date < run.date).sort((a, b) => raw.runs[a].date.localeCompare(raw.runs[b].date)).at(-1);
  }
  model.cases = raw.cases.map((entry, index) => readCase(entry, index, model));
  model.byId = new Map(model.cases.map((one) => [one.id, one]));
  return model;
}

// The results of the runs that have a column.
const shownResults = (model, one) =>
  model.places.map((place) => one.results[place]).filter((result) => result !== null);

// Of the results at a place: how many there are, the runtime supports, are as expected, and fail with the verdict rounding.
function tally(list, place) {
  const results = list.map((one) => one.results[place]).filter((result) => result);
  const supported = results.filter(({ status }) => status !== 'unsupported').length;
  return { all: results.length, supported, good: results.filter(isExpected).length, within: results.filter(isWithin).length };
}

// 1 where a result is better than that of the version before, -1 where it is worse, else 0.
function change(one, result) {
  const before = one.results[result?.run.before];
  const level = (each) => (isExpected(each) ? 0 : badness(each.status));
  return result && before ? Math.sign(level(before) - level(result)) : 0;
}
