/* One step of LSTM or GRU: its gates, with the values that flow between them. Places are in a drawing of
   360 × 336; `lines` are corners, the last with an arrow; `boxes` are functions, `nodes` are operations. */

const CELLS = {
  LSTM: {
    boxes: [['f', 'σ', 52, 220], ['i', 'σ', 132, 220], ['c', 'tanh', 212, 220], ['o', 'σ', 292, 220], ['', 'tanh', 292, 98]],
    nodes: [['×', 52, 46], ['+', 172, 46], ['×', 172, 130], ['×', 292, 156]],
    lines: [[4, 46, 40, 46], [64, 46, 160, 46], [184, 46, 356, 46], [292, 46, 292, 82], [292, 114, 292, 144], [304, 156, 356, 156],
      [52, 200, 52, 58], [132, 200, 132, 130, 160, 130], [212, 200, 212, 130, 184, 130], [172, 118, 172, 58], [292, 200, 292, 168],
      [4, 290, 292, 290, 292, 240], [52, 290, 52, 240], [132, 290, 132, 240], [212, 290, 212, 240], [32, 328, 32, 290]],
    values: [['c0', 'C before', 4, 27], ['C', 'C', 356, 36, 'end'], ['f', '', 46, 192, 'end'], ['i', '', 126, 192, 'end'], ['c', '', 218, 192],
      ['o', '', 298, 194], ['tanh', '', 298, 133], ['H', 'H', 357, 174, 'end'], ['h0', 'H before', 60, 306], ['x', 'X', 44, 330]],
    equations: ['i = σ(X·Wiᵀ + H·Riᵀ)', 'o = σ(X·Woᵀ + H·Roᵀ)', 'f = σ(X·Wfᵀ + H·Rfᵀ)', 'c = tanh(X·Wcᵀ + H·Rcᵀ)', 'C = f·C + i·c', 'H = o·tanh(C)'],
    results: ['i', 'o', 'f', 'c', 'C', 'H'],
  },
  GRU: {
    boxes: [['z', 'σ', 60, 150], ['r', 'σ', 140, 240], ['h', 'tanh', 250, 180], ['', '1 −', 150, 104]],
    nodes: [['×', 60, 46], ['+', 250, 46], ['×', 250, 104], ['×', 250, 240]],
    lines: [[4, 46, 48, 46], [72, 46, 238, 46], [262, 46, 356, 46], [60, 130, 60, 58], [60, 104, 124, 104], [176, 104, 238, 104],
      [250, 92, 250, 58], [250, 160, 250, 116], [250, 228, 250, 200], [166, 240, 238, 240],
      [4, 284, 250, 284, 250, 252], [60, 284, 60, 170], [140, 284, 140, 260], [40, 326, 40, 284], [40, 312, 310, 312, 310, 180, 276, 180]],
    values: [['h0', 'H before', 4, 27], ['H', 'H', 356, 36, 'end'], ['z', '', 54, 122, 'end'], ['r', '', 170, 234], ['h', '', 254, 152],
      ['h0', 'H before', 64, 300], ['x', 'X', 52, 330]],
    equations: ['z = σ(X·Wzᵀ + H·Rzᵀ)', 'r = σ(X·Wrᵀ + H·Rrᵀ)', 'h = tanh(X·Whᵀ + (r·H)·Rhᵀ)', 'H = (1 − z)·h + z·H'],
    results: ['z', 'r', 'h', 'H'],
  },
};

/** "0.651", "[1, 0.5]". */
function flowText(value) {
  return Array.isArray(value) ? `[${value.map(flowText).join(', ')}]` : String(Number(value.toPrecision(3))).replace('-', '−');
}

function flowLine(corners) {
  const points = corners.reduce((text, each, i) => text + (i % 2 ? `,${each} ` : each), '').trim();
  return svg('polyline', {class: 'flow', points, 'marker-end': 'url(#arrowhead)'});
}

function cellDrawing(cell, step, label) {
  const box = ([name, text, x, y], half = name ? 20 : 16) => [
    svg('rect', {class: name ? 'gate' : 'function', x: x - 26, y: y - half, width: 52, height: 2 * half, rx: 5}),
    svg('text', {class: 'middle', x, y: name ? y - 3 : y + 4}, name || text),
    name ? svg('text', {class: 'middle function', x, y: y + 13}, text) : null];
  return svg('svg', {class: 'gates', viewBox: '0 0 360 336', width: 360, height: 336, role: 'img', 'aria-label': label},
    svg('marker', {id: 'arrowhead', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'},
      svg('path', {class: 'head', d: 'M0,0 L8,4 L0,8 Z'})),
    cell.lines.map(flowLine), cell.boxes.map((each) => box(each)),
    cell.nodes.map(([text, x, y]) => [svg('circle', {class: 'operation', cx: x, cy: y, r: 12}), svg('text', {class: 'middle', x, y: y + 5}, text)]),
    cell.values.map(([key, name, x, y, anchor]) =>
      svg('text', {class: 'flows', x, y, 'text-anchor': anchor || 'start'}, (name ? `${name} = ` : '') + flowText(step[key]))));
}

function drawGates(data, chosen, holder) {
  const cell = CELLS[data.operator];
  const step = data.steps[chosen];
  const lines = cell.equations.map((equation, i) => `${equation} = ${flowText(step[cell.results[i]])}`);
  const before = `X = ${flowText(step.x)}, H = ${flowText(step.h0)}${'c0' in step ? `, C = ${flowText(step.c0)}` : ''}`;
  const choice = choiceOf({id: 'gates-step', onchange: (event) => {
    drawGates(data, Number(event.target.value), holder);
    document.getElementById('gates-step').focus();
  }}, data.steps.map((_, i) => String(i + 1)), chosen);
  holder.replaceChildren(
    node('p', {}, node('label', {for: 'gates-step'}, 'step '), choice, ` of ${data.steps.length}`),
    node('div', {class: 'grids'}, node('figure', {}, cellDrawing(cell, step, `Step ${chosen + 1} of ${data.operator}: ${lines.join('; ')}`)),
      node('div', {role: 'status'}, node('ul', {}, node('li', {}, `before: ${before}`), ...lines.map((line) => node('li', {}, line))))));
}

function startGates() {
  const data = pageData('gates-data');
  if (data) drawGates(data, data.steps.length > 1 ? 1 : 0, document.getElementById('cell'));
}
