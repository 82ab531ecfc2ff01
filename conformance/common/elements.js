'use strict';
// What all pages share: elements, and the button that switches between light and dark. Text of any origin
// only ever becomes a text node.

const SPACES = { svg: 'http://www.w3.org/2000/svg', math: 'http://www.w3.org/1998/Math/MathML' };

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined));
  return element;
}

// node('a', {href: '#'}, 'text', element, [more]); attributes that are false are left out, "onclick" listens.
const node = (tag, attributes, ...children) => fill(document.createElement(tag), attributes, children);
// The same of SVG or MathML: nodeIn('svg', 'rect', {…}).
const nodeIn = (space, tag, attributes, ...children) =>
  fill(document.createElementNS(SPACES[space], tag), attributes, children);

const svg = (tag, ...rest) => nodeIn('svg', tag, ...rest);

// A table of rows, each a list of cells; `titles` are texts, or elements. Columns of `numbers` are numbers.
function tableOf(kind, titles, rows, numbers = []) {
  const heads = titles.map((title, place) => (title instanceof Element ? title
    : node('th', { scope: 'col', class: numbers.includes(place) ? 'n' : null }, title)));
  return node('table', { class: kind }, node('thead', {}, node('tr', {}, heads)), node('tbody', {}, rows));
}

// A list of choices: texts by their values; `onchange` gets the event.
const choiceOf = (attributes, texts, chosen) => node('select', attributes, Object.entries(texts).map(([value, text]) =>
  node('option', { value, selected: value === String(chosen) }, text)));

// The JSON that the page holds under this id; null when it has none.
const pageData = (id) => JSON.parse(document.getElementById(id)?.textContent ?? 'null');

// Light, dark, or as the system has it; kept where the browser allows it.
function themeButton() {
  const root = document.documentElement;
  const stored = () => {
    try {
      return localStorage.getItem('etalon-theme');
    } catch {
      return null;
    }
  };
  const isDark = () => (root.dataset.theme ??
    (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light')) === 'dark';
  const button = node('button', { id: 'theme', type: 'button', 'aria-label': 'switch between light and dark' });
  const name = () => { button.textContent = isDark() ? 'light' : 'dark'; };
  button.addEventListener('click', () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    try {
      localStorage.setItem('etalon-theme', root.dataset.theme);
    } catch { /* pages without storage keep it until they are closed */ }
    name();
  });
  if (/^(light|dark)$/.test(stored() ?? '')) root.dataset.theme = stored();
  name();
  return button;
}
