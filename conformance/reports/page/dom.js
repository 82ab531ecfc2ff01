'use strict';
// Elements, links and small texts.

// h('a', {href: '#'}, 'text', element, [more])
const h = node;

// Text with control characters, marks of writing direction and lone surrogates as \u{…}.
function visible(text) {
  return String(text).replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu,
    (c) => `\\u{${c.codePointAt(0).toString(16)}}`);
}

const code = (text, properties = {}) => h('code', properties, visible(text));
const count = (number) => number.toLocaleString('en');
// What is known of something: [[title, text or element]] without those that are empty.
const facts = (parts, properties = {}) => h('dl', properties, parts.filter(([, what]) => what || what === 0)
  .map(([title, what]) => [h('dt', {}, title), h('dd', {}, what)]));
const cases = (number) => `${count(number)} ${number === 1 ? 'case' : 'cases'}`;

function short(number) {
  if (Number.isNaN(number)) return 'NaN';
  if (!Number.isFinite(number)) return number > 0 ? '∞' : '−∞';
  if (number === 0) return '0';
  const size = Math.abs(number);
  return size >= 1e-3 && size < 1e5 ? String(Number(number.toPrecision(3)))
    : number.toExponential(1);
}

const chip = (status) => h('span', { class: `chip ${status}` }, status);

// A fragment of the URL: "#/cases?q=ort:fail&sort=name". Parameters without a value are left out.
function fragment(path, parameters = {}) {
  const words = Object.entries(parameters).filter(([, value]) => value)
    .map(([name, value]) => `${name}=${encodeURIComponent(value).replaceAll('%20', '+')
      .replaceAll('%3A', ':').replaceAll('%2C', ',')}`);
  return `#/${path}${words.length > 0 ? `?${words.join('&')}` : ''}`;
}

// Where things are: in one page, fragments; in a folder, files.
const index = (model) => (model.folder ? `${model.root}index.html` : '');
const listHref = (model, query, parameters = {}) =>
  index(model) + fragment('cases', { q: query, ...parameters });

function caseHref(model, one) {
  if (!model.folder) return `#/case/${one.id.split('/').map(encodeURIComponent).join('/')}`;
  const parts = one.file.split('/').map(encodeURIComponent).join('/');
  return `${model.root}cases/${parts}.html`;
}

// As file_name_of() in conformance/common/file_names.cc, for names that are not very long.
function fileName(text) {
  const bytes = [...new TextEncoder().encode(text)];
  return bytes.map((byte, place) => {
    const c = String.fromCharCode(byte);
    const stays = /[A-Za-z0-9\-_+=,@]/.test(c) || (c === '.' && place > 0);
    return stays ? c : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }).join('');
}

const operatorHref = (model, name) => (model.folder
  ? `${model.root}operators/${encodeURIComponent(fileName(name))}.html`
  : `#/operator/${encodeURIComponent(name)}`);

// A number that leads to the list behind it.
const countLink = (model, number, query, properties = {}) => (number === 0
  ? h('span', { class: 'zero' }, '0')
  : h('a', { href: listHref(model, query), ...properties }, count(number)));

// A word of a query that means exactly this text.
const queryWord = (text) => (/[\s()"]/.test(text) ? `"${text.replaceAll('"', '')}"` : text);

// A shell command with a button that copies it.
function command(text) {
  const button = h('button', { class: 'copy', type: 'button', 'aria-label': 'copy the command' },
    'copy');
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = 'copied';
    } catch {
      getSelection().selectAllChildren(button.previousSibling);
      button.textContent = 'selected';
    }
  });
  return h('div', { class: 'command' }, code(text), button);
}

// A word as a shell reads it back.
const shellWord = (text) =>
  (/^[\w\-+=,@./:%]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`);
