/* Try it: the example's inputs and attributes, to edit, evaluated in the browser by Etalon itself. The file
   try/etalon.js, which `etalon site --wasm` puts there (without it, pages have no form), defines etalonTry(requestJson) → Promise of
   {"outputs": [VALUE, …]} or {"error": SENTENCE}; it is loaded when the first evaluation is asked for. */

let etalonLoading = null;

function loadEtalon() {
  if (window.etalonTry) return Promise.resolve();
  etalonLoading ||= new Promise((resolve, reject) => {
    const script = node('script', {src: `${document.body.dataset.root}try/etalon.js`});
    script.addEventListener('load', () => (window.etalonTry ? resolve() : reject(new Error('it defines no etalonTry'))));
    script.addEventListener('error', () => reject(new Error('try/etalon.js cannot be loaded')));
    document.head.append(script);
  });
  return etalonLoading;
}

/** JSON.parse, but a number that JavaScript would write otherwise, such as a large int64 or -0.0, stays its digits. */
function parsedExactly(text) {
  const literal = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
  const changes = (number) => Object.is(Number(number), -0) || (/^-?\d+$/.test(number) && !Number.isSafeInteger(Number(number)));
  return JSON.parse(text.replace(literal, (part) => (part[0] !== '"' && changes(part) ? `"${part.replace('.0', '')}"` : part)));
}

/** A number as own cases write it. */
function elementText(value) {
  return Array.isArray(value) ? `(${value.join(', ')})` : typeof value === 'string' ? value : JSON.stringify(value);
}

/** Nested brackets of a flat list: "[[1, 2], [3, 4]]". */
function nestedText(shape, data) {
  if (!shape.length) return elementText(Array.isArray(data) ? data[0] : data);
  const [length, ...rest] = shape;
  const size = rest.reduce((product, each) => product * each, 1);
  const parts = Array.from({length}, (_, i) => nestedText(rest, data.slice(i * size, (i + 1) * size)));
  return `[${parts.join(rest.length ? ',\n ' : ', ')}]`;
}

/** A VALUE as text: type, shape, elements. */
function valueText(value) {
  if (value === null) return 'none';
  if (!('data' in value)) return JSON.stringify(value);
  const data = value.data;
  const shape = value.shape || (Array.isArray(data) ? [data.length] : []);
  return `${value.type} [${shape.join(', ')}]\n${nestedText(shape, Array.isArray(data) ? data : [data])}`;
}

/** What was typed, which must be JSON; as text, so that no digit changes. The error has the field's name. */
function checkedJson(text, name) {
  try {
    JSON.parse(text);
    return text;
  } catch {
    throw new Error(`${name} is not JSON: ${text.slice(0, 60)}`);
  }
}

class TryForm {
  constructor(versions, holder) {
    this.versions = versions;
    this.holder = holder;
    this.choose(versions.length - 1);
  }

  choose(index) {
    this.chosen = this.versions[index];
    this.fields = new Map();
    this.result = node('div', {class: 'result', role: 'status', 'aria-live': 'polite'});
    const version = choiceOf({id: 'try-version', onchange: (event) => this.choose(Number(event.target.value))},
      this.versions.map((one) => String(one.version)), index);
    const form = node('form', {onsubmit: (event) => { event.preventDefault(); this.evaluate(); }},
      node('p', {}, node('label', {for: 'try-version'}, 'version '), version),
      ...this.inputFields(), ...this.attributeFields(),
      node('p', {}, node('button', {type: 'submit'}, 'Evaluate'), ' ', node('span', {class: 'minor'}, 'or Ctrl+Enter')));
    form.addEventListener('keydown', (event) => { if (event.key === 'Enter' && event.ctrlKey) form.requestSubmit(); });
    this.holder.replaceChildren(node('h3', {}, 'Try it'), form, this.result);
  }

  inputFields() {
    return this.chosen.inputs.map((input, i) => { // JSON text
      const name = this.chosen.input_names[i];
      const field = node('textarea', {id: `try-input-${i}`, placeholder: 'left out', rows: Math.min(6, 1 + Math.ceil(input.length / 70)), spellcheck: 'false'});
      field.value = input === 'null' ? '' : input;
      this.fields.set(`input ${i}`, field);
      return node('p', {}, node('label', {for: field.id}, node('code', {}, name)), field);
    });
  }

  attributeFields() {
    return this.chosen.attributes.filter((one) => one.type !== 'graph' || one.name in this.chosen.given).map((one) => {
      const text = this.chosen.given[one.name];
      const given = text !== undefined && one.type === 'string' ? JSON.parse(text) : text;
      const field = one.words ? this.wordField(one, given)
        : node('input', {id: `try-${one.name}`, placeholder: one.default || 'none', spellcheck: 'false', autocomplete: 'off'});
      if (!one.words) field.value = given ?? '';
      this.fields.set(one.name, field);
      return node('p', {class: 'attribute'}, node('label', {for: field.id}, node('code', {}, one.name), ` ${one.type}`), field);
    });
  }

  wordField(one, given) {
    const words = Object.fromEntries(one.words.map((word) => [word, word]));
    return choiceOf({id: `try-${one.name}`}, {'': `default: ${one.default || 'none'}`, ...words}, given ?? '');
  }

  /** The request as JSON text. */
  request() {
    const attributes = [];
    for (const one of this.chosen.attributes) {
      const field = this.fields.get(one.name);
      if (!field || field.value === '') continue;
      const value = one.type === 'string' ? JSON.stringify(field.value) : checkedJson(field.value, one.name);
      attributes.push(`${JSON.stringify(one.name)}: ${value}`);
    }
    const inputs = this.chosen.inputs.map((_, i) => {
      const text = this.fields.get(`input ${i}`).value.trim();
      return text === '' ? 'null' : checkedJson(text, this.chosen.input_names[i]);
    });
    const {operator, domain, version, wanted: outputs} = this.chosen;
    const rest = JSON.stringify({operator, domain, version, outputs});
    return `${rest.slice(0, -1)}, "inputs": [${inputs.join(', ')}], "attributes": {${attributes.join(', ')}}}`;
  }

  async evaluate() {
    this.result.replaceChildren('…');
    try {
      const request = this.request();
      await loadEtalon();
      const response = parsedExactly(await window.etalonTry(request));
      if (response.error) throw new Error(response.error);
      this.result.replaceChildren(...response.outputs.filter((value) => value !== null).map((value, i) =>
        node('div', {}, node('code', {}, this.chosen.output_names[i] || `output ${i}`), node('pre', {class: 'value'}, valueText(value)))));
    } catch (problem) {
      this.result.replaceChildren(node('p', {class: 'problem'}, problem.message));
    }
  }
}

function startTry() {
  const versions = pageData('try-data');
  if (versions && versions.length) new TryForm(versions, document.getElementById('try'));
}
