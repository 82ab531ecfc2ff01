/* Versions side by side: two of them, or all. */

function startCompare() {
  const table = document.querySelector('table.compare');
  if (table === null) return;
  const versions = [...table.tHead.rows[0].cells].slice(1).map((cell) => cell.textContent);
  if (versions.length < 3) return;
  const left = choiceOf({id: 'compare-left'}, versions, versions.length - 2);
  const right = choiceOf({id: 'compare-right'}, versions, versions.length - 1);
  const all = node('input', {type: 'checkbox', id: 'compare-all', checked: true});
  const show = () => showColumns(table, all.checked ? null : [Number(left.value), Number(right.value)]);
  for (const field of [left, right]) field.addEventListener('change', () => { all.checked = false; show(); });
  all.addEventListener('change', show);
  table.closest('section').querySelector('h2').after(node('p', {}, node('label', {for: left.id}, 'version '), left,
    node('label', {for: right.id}, ' beside '), right, ' ', all, node('label', {for: all.id}, ' all')));
}

/** Shows these two columns and the rows in which they differ; everything for null. */
function showColumns(table, pair) {
  for (const row of table.rows) {
    const cells = [...row.cells].slice(1);
    cells.forEach((cell, i) => { cell.hidden = pair !== null && !pair.includes(i); });
    const texts = pair === null ? [] : pair.map((i) => cells[i].textContent);
    row.hidden = pair !== null && row.parentNode === table.tBodies[0] && texts[0] === texts[1];
  }
}
