'use strict';

/** An element: node('p', {class: 'minor'}, 'text', otherNode). A text only becomes a text node. */
function node(tag, attributes, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) {
    if (name.startsWith('on')) made.addEventListener(name.slice(2), value);
    else if (value !== false && value !== null) made.setAttribute(name, value === true ? '' : value);
  }
  made.append(...children.filter((child) => child !== null));
  return made;
}

/** The same in the namespace of SVG or MathML. */
function nodeIn(space, tag, attributes, ...children) {
  const spaces = {svg: 'http://www.w3.org/2000/svg', math: 'http://www.w3.org/1998/Math/MathML'};
  const made = document.createElementNS(spaces[space], tag);
  for (const [name, value] of Object.entries(attributes || {})) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** The JSON that the page holds under this id; null when it has none. */
function pageData(id) {
  const holder = document.getElementById(id);
  return holder === null ? null : JSON.parse(holder.textContent);
}
