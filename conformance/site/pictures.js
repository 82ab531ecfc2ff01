/* What each output element reads, drawn from an evaluated example: the elements of inputs and outputs as
   grids, one output element chosen. A cell that it reads is filled, with the weight where it is known;
   a sampling point is the mean of the cells by their weights. */

const CELL = 34;
const GAP = 14;

/** Rows and columns of a shape: its last axis runs right, the one before down, others are blocks. */
function planeOf(shape) {
  const columns = shape.at(-1) ?? 1;
  const rows = shape.length > 1 ? shape.at(-2) : 1;
  const planes = shape.slice(0, -2).reduce((product, length) => product * length, 1);
  return {rows, columns, planes};
}

/** Where the element of this place stands, in cells; whole rows of planes follow each other. */
function placeOf(shape, element) {
  const {rows, columns} = planeOf(shape);
  const inPlane = element % (rows * columns);
  return {plane: Math.floor(element / (rows * columns)), row: Math.floor(inPlane / columns), column: inPlane % columns};
}

/** "1.5", "0.333"; long numbers are cut. */
function shortNumber(text) {
  const value = Number(text);
  return Number.isFinite(value) && String(text).length > 5 ? String(Number(value.toPrecision(3))) : String(text);
}

class Picture {
  constructor(data) {
    this.data = data;
    this.output = 0;
    this.element = 0;
    this.chooseFirst();
  }

  /** The element that reads most: its window lies inside. */
  chooseFirst() {
    const sizes = new Map();
    for (const read of this.data.reads) {
      for (const [element] of read.elements) {
        const key = `${read.output}/${element}`;
        sizes.set(key, (sizes.get(key) || 0) + 1);
      }
    }
    const best = [...sizes].sort((a, b) => b[1] - a[1])[0];
    if (best) [this.output, this.element] = best[0].split('/').map(Number);
  }

  /** Of an input: element → weight, of those that the chosen output element reads. */
  weights(input) {
    const found = new Map();
    for (const read of this.data.reads) {
      if (read.input !== input || read.output !== this.output) continue;
      const hit = read.elements.find(([element]) => element === this.element);
      if (hit) found.set(read.element, hit[1]);
    }
    return found;
  }

  draw(holder) {
    const parts = this.data.inputs.map((value, i) => this.grid(value, this.weights(i), this.ring(value, i), null));
    const arrow = node('p', {class: 'arrow', 'aria-hidden': 'true'}, '→');
    const outputs = this.data.outputs.map((value, i) => this.grid(value, null, null, i));
    holder.replaceChildren(node('div', {class: 'grids'}, ...parts.filter(Boolean), arrow, ...outputs.filter(Boolean)),
      node('p', {class: 'minor', role: 'status'}, this.sentence()));
    this.holder = holder;
  }

  sentence() {
    const output = this.data.outputs[this.output];
    const place = this.indexText(output.shape, this.element);
    const parts = this.data.inputs.map((value, i) => {
      const count = this.weights(i).size;
      return count ? `${count} of ${value.values.length} elements of ${value.name}` : null;
    }).filter(Boolean);
    const given = Object.entries(this.data.attributes).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
    return `${output.name}${place} = ${output.values[this.element]} reads ${parts.join(' and ') || 'none of them'}` +
      (given.length ? `. ${given.join(', ')}.` : '.');
  }

  indexText(shape, element) {
    const index = [];
    let rest = element;
    for (const length of [...shape].reverse()) {
      index.unshift(rest % length);
      rest = Math.floor(rest / length);
    }
    return `[${index.join(', ')}]`;
  }

  /** The padding around the last axes of the first input, where the example gives pads: [top, left, bottom, right]. */
  ring(value, input) {
    const pads = this.data.attributes.pads;
    const axes = value.shape.length - 2;
    if (input !== 0 || !Array.isArray(pads) || pads.length !== 2 * axes || axes < 1 || axes > 2) return null;
    return axes === 1 ? [0, pads[0], 0, pads[1]] : pads;
  }

  /** A grid of cells; `weights` of an input, `output` the position of an output, which can be chosen. */
  grid(value, weights, ring, output) {
    if (!value.values.length) return null;
    const {rows, columns, planes} = planeOf(value.shape);
    const [top, left, bottom, right] = ring || [0, 0, 0, 0];
    const width = (columns + left + right) * CELL + 2;
    const height = (rows + top + bottom) * CELL + GAP;
    const size = value.shape.join(' × ') || 'scalar';
    const rings = Array.from({length: ring ? planes : 0}, (_, plane) =>
      svg('rect', {class: 'padding', x: 0, y: plane * height, width: width - 2, height: height - GAP}));
    const cells = value.values.map((text, element) => {
      const {plane, row, column} = placeOf(value.shape, element);
      const at = {x: (column + left) * CELL, y: plane * height + (row + top) * CELL};
      return this.cell(text, at, weights?.get(element), Boolean(weights?.has(element)), output, element);
    });
    const drawing = svg('svg', {viewBox: `-1 -1 ${width} ${planes * height}`, width, height: planes * height, role: 'group',
      'aria-label': `${value.name}, shape ${size}`}, rings, cells, weights && this.point(value, weights, [top, left], height));
    return node('figure', {}, drawing, node('figcaption', {}, node('code', {}, value.name), ` ${size}`));
  }

  cell(text, at, weight, read, output, element) {
    const chosen = output === this.output && element === this.element;
    const known = read && typeof weight === 'number';
    const shown = shortNumber(text);
    const choice = output === null ? {} : this.choice(output, element, text);
    return svg('g', {class: `cell${read ? ' read' : ''}${chosen ? ' chosen' : ''}`, ...choice},
      svg('rect', {x: at.x, y: at.y, width: CELL, height: CELL, 'fill-opacity': known ? Math.min(1, 0.25 + Math.abs(weight) * 0.75) : null}),
      svg('text', {x: at.x + CELL / 2, y: at.y + CELL / 2 + 4, class: shown.length > 5 ? 'long' : null}, shown),
      known && weight !== 1 ? svg('text', {class: 'weight', x: at.x + CELL / 2, y: at.y + CELL - 3}, `×${Number(weight.toPrecision(2))}`) : null);
  }

  /** What makes a cell of an output a button that chooses it. */
  choice(output, element, text) {
    const choose = () => {
      this.output = output;
      this.element = element;
      this.draw(this.holder);
      this.holder.querySelector('.chosen')?.focus();
    };
    const onkeydown = (event) => {
      if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); choose(); }
    };
    return {tabindex: '0', role: 'button', 'aria-label': `output element ${element}: ${text}`, onclick: choose, onkeydown};
  }

  /** The point that is sampled: where all weights are positive and sum to 1, their mean place. */
  point(value, weights, [top, left], height) {
    const known = [...weights].filter(([, weight]) => typeof weight === 'number');
    const sum = known.reduce((total, [, weight]) => total + weight, 0);
    const places = known.map(([element, weight]) => ({...placeOf(value.shape, element), weight}));
    const onePlane = new Set(places.map(({plane}) => plane)).size === 1;
    if (known.length < 2 || Math.abs(sum - 1) > 1e-3 || !onePlane) return null;
    const x = places.reduce((total, each) => total + each.weight * (each.column + left + 0.5), 0) * CELL;
    const y = places.reduce((total, each) => total + each.weight * (each.row + top + 0.5), 0) * CELL + places[0].plane * height;
    return svg('circle', {class: 'point', cx: x, cy: y, r: 5});
  }
}

function startPictures() {
  const data = pageData('picture-data');
  if (data) new Picture(data).draw(document.getElementById('drawing'));
}
