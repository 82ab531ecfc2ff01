'use strict';
// The query language: terms side by side must all hold, those that concern a result of one and the same
// result; "or", "not", "-", "(" and ")" join them.
//   softmax "two words"      in the case's name, operators or messages
//   ort:fail ort:!pass       the status, or the kind of mismatch, that a run gives
//   status:crash,timeout     one of these, of any run that has a column
//   op:softmax op:Conv-11 op:reduce*   type:float16   suite:node   release:1.18.0
//   name:text  message:text  kind:shape  erratum:ID  verdict:rounding,unlikely,wrong,unknown
//   ort:rounding             the verdict on the digits that a run gives
//   alone:fail               of one run alone; alone:WORDS as in status:WORDS
//   agree:3                  so many runtimes or more give the same answer, against the expectation
//   is:different is:same is:unexpected is:expected is:erratum is:expanded
//   ort:better ort:worse     than the version of the runtime before
//   max_ulp>4 ort.max_ulp>=1 max_abs max_rel seconds operators

const TYPE_NAMES = { float32: 'float', float64: 'double', boolean: 'bool', str: 'string' };
const COMPARISONS = {
  '>': (a, b) => a > b, '<': (a, b) => a < b, '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b, '=': (a, b) => a === b,
};

class QueryError extends Error {}

// Words and parentheses; what is in double quotes is one word, or a part of one.
function tokens(text) {
  const found = [];
  const pattern = /\s+|([()])|((?:"[^"]*"?|[^\s()"])+)/g;
  for (const [, parenthesis, word] of text.matchAll(pattern)) {
    if (parenthesis) found.push({ parenthesis });
    if (word) found.push({ word: word.replaceAll('"', ''), quoted: word.startsWith('"') });
  }
  return found;
}

// A test of a text: equal to one of the comma-separated words, where * stands for any characters.
function wordTest(words) {
  const tests = words.toLowerCase().split(',').filter((word) => word).map((word) => {
    if (!word.includes('*')) return (text) => text === word;
    const escaped = word.split('*').map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
    const pattern = new RegExp(`^${escaped.join('.*')}$`);
    return (text) => pattern.test(text);
  });
  return (text) => tests.some((test) => test(text.toLowerCase()));
}

// From words, the test whether one of an object's texts is one of them.
function wordsIn(textsOf) {
  return (words) => {
    const test = wordTest(words);
    return (one) => textsOf(one).some(test);
  };
}

// What "ort:WORDS" and "status:WORDS" test of a result, which is null where a run lacks the case; `one` is its case.
function resultTest(words) {
  const tests = words.toLowerCase().split(',').map((word) => {
    const negated = word.startsWith('!');
    const plain = negated ? word.slice(1) : word;
    const test = plainResultTest(plain);
    return negated ? (result, one) => !test(result, one) : test;
  });
  return (result, one) => tests.some((test) => test(result, one));
}

function plainResultTest(word) {
  if (word === 'missing') return (result) => result === null;
  if (word === 'any') return (result) => result !== null;
  if (word === 'supported') return (result) => result !== null && result.status !== 'unsupported';
  if (word === 'expected') return (result) => result !== null && isExpected(result);
  if (word === 'unexpected') return (result) => result !== null && !isExpected(result);
  if (word === 'better') return (result, one) => change(one, result) > 0;
  if (word === 'worse') return (result, one) => change(one, result) < 0;
  if (KINDS.includes(word)) return (result) => result?.kind === word;
  if (WORST_FIRST.includes(word)) return (result) => result?.status === word;
  if (VERDICTS.includes(word)) return (result) => result?.judged?.verdict === word;
  throw new QueryError(
    `“${word}” is not a status; choose from: ${WORST_FIRST.join(', ')}, ${KINDS.join(', ')}, ` +
    `${VERDICTS.join(', ')}, ` +
    'supported, expected, unexpected, better, worse, missing, any');
}

const statusesOf = (model, one) => shownResults(model, one).map((result) => result.status);

function isTest(word) {
  const tests = {
    different: (one, model) => new Set(statusesOf(model, one)).size > 1,
    same: (one, model) => new Set(statusesOf(model, one)).size === 1,
    unexpected: (one, model) => shownResults(model, one).some((result) => !isExpected(result)),
    expected: (one, model) => shownResults(model, one).every(isExpected),
    erratum: (one, model) => shownResults(model, one).some((result) => result.erratum),
    expanded: (one) => one.name.includes('_expanded'),
  };
  const test = tests[word.toLowerCase()];
  if (!test) throw new QueryError(`is:${word} is not known; ${Object.keys(tests).join(', ')} are`);
  return test;
}

// The terms KEY:VALUE that concern a case as a whole.
const CASE_TERMS = {
  op: wordsIn((one) => [...one.operators, ...one.names]),
  type: (words) => wordsIn((one) => [...one.types])(
    words.split(',').map((word) => TYPE_NAMES[word] ?? word).join(',')),
  suite: wordsIn((one) => [one.suite]),
  release: wordsIn((one) => one.releases),
  name: (words) => (one) => one.id.toLowerCase().includes(words.toLowerCase()),
  agree: (words) => {
    if (!(Number(words) >= 2)) throw new QueryError(`agree:${words} needs a number of runtimes, 2 or more`);
    return (one) => one.agree >= Number(words);
  },
  alone: (words, model) => {
    const test = resultTest(words);
    return (one) => {
      const results = shownResults(model, one);
      return results.length > 1 && results.filter((result) => test(result, one)).length === 1;
    };
  },
};
CASE_TERMS.operator = CASE_TERMS.op;

// The terms KEY:VALUE that hold where one result meets them.
const RESULT_TERMS = {
  status: resultTest,
  kind: wordsIn((result) => [result.kind]),
  message: (words) => (result) => result.message.toLowerCase().includes(words.toLowerCase()),
  erratum: wordsIn((result) => [result.erratum ?? '']),
  verdict: wordsIn((result) => [result.judged?.verdict ?? '']),
};

// A test that holds where one result of a run that has a column meets `test`.
const ofResult = (model, test) =>
  Object.assign((one) => shownResults(model, one).some((result) => test(result, one)), { test });

function textTerm(key, words, model) {
  if (words === '') throw new QueryError(`${key}: has no value`);
  if (key === 'is') {
    const test = isTest(words);
    return (one) => test(one, model);
  }
  if (Object.hasOwn(CASE_TERMS, key)) return CASE_TERMS[key](words, model);
  if (Object.hasOwn(RESULT_TERMS, key)) return ofResult(model, RESULT_TERMS[key](words));
  const place = model.runs.findIndex((run) => run.key === key);
  if (place >= 0) {
    const test = resultTest(words);
    return (one) => test(one.results[place], one);
  }
  const keys = [...model.runs.map((run) => run.key), ...Object.keys(CASE_TERMS), 'is',
    ...Object.keys(RESULT_TERMS)];
  throw new QueryError(`“${key}:” is not known; ${keys.join(', ')} are`);
}

// max_ulp>4 holds where a run that has a column gives such a result; ort.max_ulp>4 names the run.
function numberTerm(key, comparison, written, model) {
  const wanted = Number(written);
  if (written === '' || Number.isNaN(wanted)) throw new QueryError(`“${written}” is not a number`);
  const compare = COMPARISONS[comparison];
  if (key === 'operators') return (one) => compare(one.operators.length, wanted);
  const dot = key.lastIndexOf('.');
  const number = key.slice(dot + 1);
  if (!NUMBERS.includes(number)) {
    throw new QueryError(`“${key}” is not a numeric field; choose from: ${NUMBERS.join(', ')}, operators`);
  }
  const test = (result) => result !== null && compare(result[number], wanted);
  if (dot < 0) return ofResult(model, test);
  const place = model.runs.findIndex((run) => run.key === key.slice(0, dot));
  if (place < 0) throw new QueryError(`there is no run “${key.slice(0, dot)}”`);
  return (one) => test(one.results[place]);
}

function term(token, model) {
  const text = token.word;
  const parts = token.quoted ? null : /^([a-z0-9_.@-]+)(:|>=|<=|>|<|=)(.*)$/is.exec(text);
  if (!parts) return (one) => one.text.includes(text.toLowerCase());
  const [, key, sign, value] = parts;
  return sign === ':' ? textTerm(key.toLowerCase(), value, model)
    : numberTerm(key.toLowerCase(), sign, value, model);
}

// Recursive descent: alternatives of sequences of terms.
class QueryParser {
  constructor(text, model) {
    this.tokens = tokens(text);
    this.model = model;
    this.at = 0;
  }

  isWord(word) {
    const token = this.tokens[this.at];
    return token?.word?.toLowerCase() === word && !token.quoted;
  }

  isAt(parenthesis) { return this.tokens[this.at]?.parenthesis === parenthesis; }

  whole() {
    if (this.tokens.length === 0) return () => true;
    const test = this.alternatives();
    if (this.at < this.tokens.length) throw new QueryError('a “)” without its “(”');
    return test;
  }

  alternatives() {
    const tests = [this.sequence()];
    while (this.isWord('or')) {
      ++this.at;
      tests.push(this.sequence());
    }
    return (one) => tests.some((test) => test(one));
  }

  sequence() {
    const tests = [];
    while (this.at < this.tokens.length && !this.isWord('or') && !this.isAt(')')) {
      if (this.isWord('and')) ++this.at;
      else tests.push(this.negatable());
    }
    if (tests.length === 0) throw new QueryError('a term is missing');
    const [results, others] = [tests.filter((one) => one.test), tests.filter((one) => !one.test)];
    if (results.length > 0) others.push(ofResult(this.model, (result, one) => results.every(({ test }) => test(result, one))));
    return (one) => others.every((test) => test(one));
  }

  negatable() {
    if (this.isWord('not') || this.isWord('-')) {
      ++this.at;
      const test = this.negatable();
      return (one) => !test(one);
    }
    if (this.isAt('(')) {
      ++this.at;
      const test = this.alternatives();
      if (!this.isAt(')')) throw new QueryError('a “)” is missing');
      ++this.at;
      return test;
    }
    const token = this.tokens[this.at++];
    if (!token) throw new QueryError('a term is missing');
    if (token.quoted || !/^-[^-]/.test(token.word)) return term(token, this.model);
    const test = term({ word: token.word.slice(1) }, this.model);
    return (one) => !test(one);
  }
}

// A test of a case. Throws QueryError with a sentence for a query that cannot be understood.
const parseQuery = (text, model) => new QueryParser(text, model).whole();
