/* Try it: the example's inputs and attributes, to edit, evaluated in the browser by Etalon itself. The file
   try/etalon.js, which `etalon site --wasm` puts there, defines etalonTry(requestJson) → Promise of
   {"outputs": [VALUE, …]} or {"error": SENTENCE}; it is loaded when the first evaluation is asked for. */

let etalonLoading = null;

function loadEtalon() {
  if (window.etalonTry) return Promise.resolve();
  etalonLoading ||= new Promise((resolve, reject) => {
    const script = node('script', {src: `${document.body.dataset.root}try/etalon.js`});
    script.addEventListener('load', () => (window.etalonTry ? resolve() : reject(new Error('it defines no etalonTry'))));
    script.addEventListener('error', () => reject(new Error(
      'This copy of the site was written without WebAssembly (etalon site --wasm), so that examples cannot be evaluated here.')));
    document.head.append(script);
  });
  return etalonLoading;
}

/** For JSON.parse: an integer that a double does not hold stays its text, where the browser tells it. */
function exactInteger(key, value, context) {
  return Number.isInteger(value) && !Number.isSafeInteger(value) && context ? context.source : value;
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

/** What was typed as JSON, with the field's name in the error. */
function parsed(text, name) {
  try {
    return JSON.parse(text);
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
    const version = node('select', {id: 'try-version', onchange: (event) => this.choose(Number(event.target.value))},
      ...this.versions.map((one, i) => node('option', {value: i, selected: i === index}, String(one.version))));
    const form = node('form', {onsubmit: (event) => { event.preventDefault(); this.evaluate(); }},
      node('p', {}, node('label', {for: 'try-version'}, 'version '), version),
      ...this.inputFields(), ...this.attributeFields(),
      node('p', {}, node('button', {type: 'submit'}, 'Evaluate'), ' ', node('span', {class: 'minor'}, 'or Ctrl+Enter')));
    form.addEventListener('keydown', (event) => { if (event.key === 'Enter' && event.ctrlKey) form.requestSubmit(); });
    this.holder.replaceChildren(node('h3', {}, 'Try it'), form, this.result);
  }

  inputFields() {
    return this.chosen.inputs.map((input, i) => {
      const name = this.chosen.input_names[i];
      const text = JSON.stringify(input);
      const field = node('textarea', {id: `try-input-${i}`, rows: Math.min(6, 1 + Math.ceil(text.length / 70)), spellcheck: 'false'});
      field.value = text;
      this.fields.set(`input ${i}`, field);
      return node('p', {}, node('label', {for: field.id}, node('code', {}, name)), field);
    });
  }

  attributeFields() {
    return this.chosen.attributes.filter((one) => one.type !== 'graph' || one.name in this.chosen.given).map((one) => {
      const given = this.chosen.given[one.name];
      const field = one.words ? this.wordField(one, given)
        : node('input', {id: `try-${one.name}`, placeholder: one.default || 'none', spellcheck: 'false', autocomplete: 'off'});
      if (!one.words) field.value = given === undefined ? '' : one.type === 'string' ? given : JSON.stringify(given);
      this.fields.set(one.name, field);
      return node('p', {class: 'attribute'}, node('label', {for: field.id}, node('code', {}, one.name), ` ${one.type}`), field);
    });
  }

  wordField(one, given) {
    const choices = ['', ...one.words];
    return node('select', {id: `try-${one.name}`}, ...choices.map((word) =>
      node('option', {value: word, selected: word === (given || '')}, word || `default: ${one.default || 'none'}`)));
  }

  request() {
    const attributes = {};
    for (const one of this.chosen.attributes) {
      const field = this.fields.get(one.name);
      if (!field || field.value === '') continue;
      attributes[one.name] = one.type === 'string' ? field.value : parsed(field.value, one.name);
    }
    const inputs = this.chosen.inputs.map((_, i) => parsed(this.fields.get(`input ${i}`).value, this.chosen.input_names[i]));
    const {operator, domain, version, wanted} = this.chosen;
    return {operator, domain, version, inputs, attributes, ...(wanted.length ? {outputs: wanted} : {})};
  }

  async evaluate() {
    this.result.replaceChildren('…');
    try {
      const request = this.request();
      await loadEtalon();
      const response = JSON.parse(await window.etalonTry(JSON.stringify(request)), exactInteger);
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
