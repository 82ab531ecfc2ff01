/* The search of the index. Words narrow: a part of the name, or domain:, family:, type:, status: and a
   whole word, or opset: and a number, for what is in force there. */

/** The version in force at an opset, of "1, 11, 13"; 0 when there is none. */
function versionAt(versions, opset) {
  return versions.split(', ').map(Number).filter((one) => one <= opset).at(-1) || 0;
}

function matchesTerm(row, term) {
  const colon = term.indexOf(':');
  const key = term.slice(0, colon);
  const value = term.slice(colon + 1);
  if (key === 'opset') return versionAt(row.versions || '0', Number(value)) > 0;
  if (key === 'type') return row.types.split(' ').includes(value);
  if (key === 'status') return row.status.split(' ').includes(value);
  if (key === 'family' || key === 'domain') return row[key].toLowerCase() === value;
  return row.name.toLowerCase().includes(term) || row.domain.toLowerCase() === term;
}

function startSearch() {
  const form = document.getElementById('search');
  if (form === null) return;
  const field = document.getElementById('q');
  const count = document.getElementById('count');
  const rows = [...document.querySelectorAll('#index tbody tr')];
  const narrow = () => {
    const terms = field.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      row.hidden = !terms.every((term) => matchesTerm(row.dataset, term));
      shown += row.hidden ? 0 : 1;
    }
    count.textContent = `${shown} of ${rows.length} operators`;
  };
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const first = rows.find((row) => !row.hidden);
    if (first) first.querySelector('a').click();
  });
  field.addEventListener('input', () => {
    narrow();
    const address = field.value ? `?q=${encodeURIComponent(field.value)}` : location.pathname;
    try { history.replaceState(null, '', address); } catch { /* not for pages opened as files */ }
  });
  field.value = new URLSearchParams(location.search).get('q') || '';
  narrow();
  if (!matchMedia('(pointer: coarse)').matches) field.focus();
}
