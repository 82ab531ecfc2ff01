/* Formulas as MathML. A formula is written in plain text, as in the code's comments: "Y = X / (1 +
   exp(-X)), elementwise". Runs of names, numbers and signs with at least one sign of mathematics are set
   as MathML, the words between stay text. */

const math = (tag, ...rest) => nodeIn('math', tag, ...rest);
const SIGNS = '=≠≤≥<>+−·×/^⊙∧∨¬∈∂∫√Σ∏Π⌊⌋⌈⌉|→±∞½';
const FUNCTIONS = new Set(['exp', 'log', 'ln', 'log10', 'sin', 'cos', 'tan', 'sinh', 'cosh', 'tanh', 'arcsin',
  'arccos', 'arctan', 'arsinh', 'arcosh', 'artanh', 'max', 'min', 'floor', 'ceil', 'trunc', 'erf', 'softmax',
  'Softmax', 'sat8', 'mel', 'sqrt', 'abs', 'f', 'g', 'h']);
const RAISED = {'⁰': '0', '¹': '1', '²': '2', '³': '3', '⁴': '4', 'ᵀ': 'T', '⁻': '−', 'ⁿ': 'n'};
const LOWERED = {'₀': '0', '₁': '1', '₂': '2', '₃': '3', 'ᵢ': 'i', 'ⱼ': 'j', 'ₖ': 'k', 'ₙ': 'n', 'ᵥ': 'v'};
const CLOSING = {'(': ')', '[': ']', '⌊': '⌋', '⌈': '⌉'};
// Words that are never names.
const PROSE = new Set(['a', 'and', 'or', 'of', 'for', 'where', 'if', 'in', 'is', 'the', 'are', 'at', 'to', 'by', 'with',
  'from', 'otherwise', 'before', 'after', 'being', 'elsewhere', 'likewise', 'as', 'on', 'over']);
// A name with a step: "Ht-1" is H of the step before.
const STEP = /^([A-Za-z])(t(?:-1)?)$/;
// A file of the code: a link to it.
const PATH = /^(?:engine|ops)\/[\w./]+\.(?:h|cc)$/;
const TOKEN = /\s+|(?:engine|ops)\/[\w./]+\.(?:h|cc)\b|[A-Z]t-1\b|<=|>=|->|[A-Za-zα-ωΑ-ΡΤ-Ωσπ_][\w']*|\d+(?:\.\d+)?|…|./gu;

function tokensOf(text) {
  return (text.match(TOKEN) || []).map((token) => {
    const first = token[0];
    if (/^\s/.test(token)) return {kind: 'space', text: token};
    if (PATH.test(token)) return {kind: 'path', text: token};
    if (RAISED[first]) return {kind: 'raised', text: RAISED[first]};
    if (LOWERED[first]) return {kind: 'lowered', text: LOWERED[first]};
    if (/^\d/.test(token)) return {kind: 'number', text: token};
    if (/^_\w$/.test(token)) return {kind: 'lowered', text: token[1]};
    if (/^[A-Za-zα-ωΑ-ΡΤ-Ωσπ_]/u.test(token)) return {kind: 'name', text: token};
    if (token.length > 1) return {kind: 'sign', text: {'<=': '≤', '>=': '≥', '->': '→'}[token]};
    return {kind: SIGNS.includes(token) || token === '-' || token === '*' ? 'sign' : 'mark', text: token};
  });
}

/** The tokens next to a token, past spaces. */
function besides(tokens, at, step) {
  let next = at + step;
  while (tokens[next] && tokens[next].kind === 'space') next += step;
  return tokens[next];
}

function opens(token) { return token && '([⌊⌈|√'.includes(token.text); }
function closes(token) { return token && ')]⌋⌉|'.includes(token.text); }

/** True for a word that another word follows: both are prose. */
function leadsOn(tokens, at) {
  const isWord = (token) => token && token.kind === 'name' && token.text.length > 1;
  return isWord(tokens[at]) && tokens[at + 1]?.kind === 'space' && isWord(tokens[at + 2]) && !FUNCTIONS.has(tokens[at + 2].text);
}

/** True for a token that belongs to a formula: a name is one by its neighbours. */
function isMath(tokens, at) {
  const token = tokens[at];
  const before = besides(tokens, at, -1);
  const after = besides(tokens, at, 1);
  const nextTo = (other) => other && (other.kind === 'sign' || other.kind === 'raised' || other.kind === 'lowered');
  switch (token.kind) {
    case 'sign': return token.text !== '-' || nextTo(before) || opens(before) || /\s/.test((tokens[at + 1] || {text: ' '}).text) ||
      (after && after.kind !== 'name');
    case 'raised': case 'lowered': return true;
    case 'number': return Boolean(nextTo(before) || nextTo(after) || opens(before) || closes(after));
    case 'name': return !PROSE.has(token.text) && !leadsOn(tokens, at) && (FUNCTIONS.has(token.text) && opens(tokens[at + 1]) || nextTo(tokens[at + 1]) || nextTo(before) ||
      Boolean(after && after.kind === 'sign' && after.text !== '-') || (tokens[at + 1] && tokens[at + 1].text === '[') ||
      token.text.length === 1);
    case 'mark': return '([])'.includes(token.text) && Boolean((opens(token) ? after : before)) &&
      (opens(token) ? tokens[at - 1] && tokens[at - 1].kind === 'name' || nextTo(before) : tokens.depth > 0);
    default: return false;
  }
}

/** True where the bracket that opens here encloses two words side by side: it is prose. */
function enclosesProse(tokens, at) {
  const isWord = (token) => token && token.kind === 'name' && token.text.length > 1;
  let depth = 0;
  for (let next = at; next < tokens.length; ++next) {
    if (CLOSING[tokens[next].text]) ++depth;
    if (')]⌋⌉'.includes(tokens[next].text) && --depth === 0) return false;
    if (isWord(tokens[next]) && tokens[next + 1]?.kind === 'space' && isWord(tokens[next + 2])) return true;
  }
  return false;
}

/** Groups of tokens: [{math: true, tokens}, {math: false, tokens}]. Brackets keep what they enclose. */
function runsOf(tokens) {
  const runs = [];
  let depth = 0;
  tokens.forEach((token, at) => {
    const last = runs.at(-1);
    tokens.depth = depth;
    const inside = depth > 0 && last && last.math;
    const math = inside || (token.kind === 'space' ? Boolean(last && last.math && tokens[at + 1] && isMath(tokens, at + 1))
                                                   : isMath(tokens, at)) && !(CLOSING[token.text] && enclosesProse(tokens, at));
    if (math && CLOSING[token.text]) ++depth;
    if (math && ')]⌋⌉'.includes(token.text)) depth = Math.max(0, depth - 1);
    if (!last || last.math !== math) runs.push({math, tokens: [token]});
    else last.tokens.push(token);
  });
  return runs;
}

function leaf(token) {
  if (token.kind === 'number') return math('mn', {}, token.text);
  const step = token.kind === 'name' && STEP.exec(token.text);
  if (step) {
    return math('msub', {}, math('mi', {}, step[1]), math('mi', {}, step[2].replace('-', '−')));
  }
  if (token.kind === 'name') {
    const upright = FUNCTIONS.has(token.text) && token.text.length > 1;
    return math('mi', upright || token.text.length > 1 ? {mathvariant: 'normal'} : {}, token.text);
  }
  if (token.kind === 'space') return math('mspace', {width: '0.2em'});
  return math('mo', {stretchy: 'false'}, token.text.replace('-', '−').replace('*', '·'));
}

/** The last operand of a row, taken out of it: one leaf, or a bracket with what stands before it. */
function takeOperand(row) {
  while (row.length && row.at(-1).localName === 'mspace') row.pop();
  const part = row.pop();
  return part || math('mrow');
}

/** Tokens from `at` to the closing bracket as one row; at a fraction, both operands are set. */
function rowOf(tokens, from, close) {
  const row = [];
  let at = from;
  while (at < tokens.length && tokens[at].text !== close) {
    const read = termOf(tokens, at, row);
    at = read.at;
    if (read.made) row.push(read.made);
  }
  return {row, at};
}

function bracket(tokens, at) {
  const inner = rowOf(tokens, at + 1, CLOSING[tokens[at].text]);
  const end = tokens[inner.at];
  const stretchy = String(inner.row.some((part) => part.localName === 'mfrac'));
  const sign = (text) => math('mo', {stretchy}, text);
  return {at: inner.at + 1, made: math('mrow', {}, sign(tokens[at].text), ...inner.row,
    ...(end ? [sign(end.text)] : []))};
}

function skipSpaces(tokens, at) {
  while (tokens[at] && tokens[at].kind === 'space') ++at;
  return at;
}

/** One term; a raised or lowered sign, a power, a root and a quotient take what stands beside them. */
function termOf(tokens, at, row) {
  const token = tokens[at];
  if (CLOSING[token.text]) return bracket(tokens, at);
  if (token.kind === 'raised' || token.kind === 'lowered') {
    const script = [];
    const kind = token.kind;
    while (tokens[at] && tokens[at].kind === kind) script.push(math(/\d/.test(tokens[at].text) ? 'mn' : 'mi', {}, tokens[at++].text));
    return {at, made: math(kind === 'raised' ? 'msup' : 'msub', {}, takeOperand(row), math('mrow', {}, ...script))};
  }
  const next = skipSpaces(tokens, at + 1);
  if (token.text === '^' && tokens[next]) {
    const read = termOf(tokens, next, []);
    return {at: read.at, made: math('msup', {}, takeOperand(row), read.made)};
  }
  if (token.text === '√' && tokens[next]) {
    const under = operand(tokens, next);
    return {at: under.at, made: math('msqrt', {}, ...under.row)};
  }
  if (token.text === '/' && row.length && tokens[next]) return quotient(tokens, next, row);
  return {at: at + 1, made: leaf(token)};
}

/** True for a bracket such as "(p = 2)". */
function isCondition(tokens, at) {
  const end = tokens.findIndex((token, i) => i > at && token.text === CLOSING[tokens[at].text]);
  return tokens.slice(at, end).some((token) => token.text === '=');
}

/** What a root or a fraction bar covers: a term with its bracket and powers; a sum or product with all
    factors that follow it. */
function operand(tokens, at) {
  const row = [];
  const long = 'ΣΠ∏∫'.includes(tokens[at].text);
  const goesOn = (next) => {
    const token = tokens[next];
    if (!token) return false;
    if (CLOSING[token.text]) return !isCondition(tokens, next);
    return token.kind === 'raised' || token.kind === 'lowered' || long && !'+−-,;.=<>≤≥)]⌋⌉'.includes(token.text);
  };
  let read = termOf(tokens, at, row);
  row.push(read.made);
  while (goesOn(read.at)) {
    read = termOf(tokens, read.at, row);
    row.push(read.made);
  }
  return {at: read.at, row};
}

/** a / b, where both may be functions of a bracket: exp(x). */
function quotient(tokens, at, row) {
  const above = takeOperand(row);
  const parts = [above];
  if (above.localName === 'mrow' && row.length && row.at(-1).localName === 'mi') parts.unshift(row.pop());
  const below = operand(tokens, at);
  return {at: below.at, made: math('mfrac', {}, math('mrow', {}, ...parts),
    math('mrow', {}, ...below.row))};
}

function isFormula(run) {
  return run.math && run.tokens.some((token) => token.kind === 'sign' || token.kind === 'raised') &&
    run.tokens.filter((token) => token.kind !== 'space').length > 2;
}

function setFormula(paragraph) {
  const parts = paragraph.textContent.split(/`([^`]+)`/).flatMap((part, i) =>
    (i % 2 ? [node('code', {}, part)] : runsOf(tokensOf(part)).map(partOf)));
  paragraph.replaceChildren(...parts);
}

/** A run as MathML, or as its text; raised and lowered signs are always set. */
function partOf(run) {
  const isScript = (token) => token.kind === 'raised' || token.kind === 'lowered';
  if (isFormula(run) || run.tokens.some(isScript)) return mathOf(run);
  const part = (token) => (token.kind === 'path' ? node('a', {href: `${document.body.dataset.root}code/${token.text}.html`}, token.text) : token.text);
  return node('span', {}, ...run.tokens.map(part));
}

function mathOf(run) {
  const {row} = rowOf(run.tokens, 0, null);
  return math('math', {}, ...row);
}

/** A formula that is wider than the page can be moved by keyboard. */
function focusWide(paragraphs) {
  for (const one of paragraphs) {
    if (one.scrollWidth > one.clientWidth) one.tabIndex = 0;
    else one.removeAttribute('tabindex');
  }
}

function startFormulas() {
  const paragraphs = [...document.querySelectorAll('.formula')];
  for (const paragraph of paragraphs) setFormula(paragraph);
  focusWide(paragraphs);
  addEventListener('resize', () => focusWide(paragraphs));
}
