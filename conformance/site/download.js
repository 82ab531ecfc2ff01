/* Each table of some length can be taken along as JSON or CSV: what is shown of it. */

const FEWEST_ROWS = 5;

const cellTexts = (row) => [...row.cells].filter((cell) => !cell.hidden)
  .map((cell) => cell.dataset.text ?? cell.innerText.replace(/\s+/g, ' ').trim());

/** The heads (`data-text` where a head shows more), and the rows that are shown. */
function tableTexts(table) {
  const rows = [...table.tBodies].flatMap((body) => [...body.rows]).filter((row) => !row.hidden);
  return [cellTexts(table.tHead.rows[0]), rows.map(cellTexts)];
}

function tableJson(table) {
  const [heads, rows] = tableTexts(table);
  return JSON.stringify(rows.map((row) => Object.fromEntries(row.map((text, i) => [heads[i] || `column ${i + 1}`, text]))), null, 1);
}

/** As RFC 4180 has it. A text that a spreadsheet would evaluate begins with an apostrophe. */
function tableCsv(table) {
  const [heads, rows] = tableTexts(table);
  const word = (text) => `"${text.replace(/^(?=[=+@\t]|-\D)/, "'").replaceAll('"', '""')}"`;
  return [heads, ...rows].map((row) => row.map(word).join(',')).join('\r\n');
}

function saveText(name, type, text) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  node('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

/** A file's name of the page's title and the section's. */
function tableName(table) {
  const part = table.closest('section')?.id || table.id;
  return [document.title.replace(/ – Etalon$/, ''), part].filter(Boolean).join('-').replace(/[^\w.-]+/g, '_');
}

/** Adds the buttons to the tables in an element. */
function startDownloads(within) {
  for (const table of within.querySelectorAll('table')) {
    const holder = table.closest('.wide') ?? table;
    if (!table.tHead || holder.nextElementSibling?.matches('.download')) continue;
    if ([...table.tBodies].reduce((sum, body) => sum + body.rows.length, 0) < FEWEST_ROWS && !holder.matches('.grid')) continue;
    const button = (kind, type, text) => node('button', { type: 'button', 'aria-label': `download this table as ${kind}`,
      onclick: () => saveText(`${tableName(holder.querySelector('table') ?? table)}.${kind.toLowerCase()}`, type, text(holder.querySelector('table') ?? table)) }, kind);
    holder.after(node('p', { class: 'download minor' }, 'Download: ', button('JSON', 'application/json', tableJson), ' ',
      button('CSV', 'text/csv', tableCsv)));
  }
}
