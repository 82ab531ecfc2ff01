#include "conformance/reports/html.h"

namespace etalon {

const std::string_view html_style = R"(
:root { color-scheme: light dark; --line: #8884; --good: #2b8a3e; --bad: #c92a2a; --odd: #b35c00;
  --none: #868e96; --known: #1864ab; }
body { font: 14px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 76rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0 0 .3rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .6rem; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .25rem .6rem; border-bottom: 1px solid var(--line);
  vertical-align: top; }
th { position: sticky; top: 0; background: Canvas; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; }
td.n.zero { opacity: .35; }
code, .case { font-family: ui-monospace, monospace; font-size: 12.5px; overflow-wrap: anywhere;
  unicode-bidi: isolate; }
.box { max-height: 30rem; overflow: auto; border: 1px solid var(--line); border-radius: 4px; }
.bar { display: flex; height: 1.1rem; border-radius: 4px; overflow: hidden; margin: .8rem 0; }
.bar i { display: block; min-width: 2px; }
.tag { display: inline-block; padding: 0 .45em; border-radius: 4px; color: #fff; font-size: 12.5px;
  white-space: nowrap; }
.pass, .statistical { background: var(--good); } .unsupported { background: var(--none); }
.erratum, .xfail { background: var(--known); }
.invalid, .xpass { background: var(--odd); }
.fail, .error, .crash, .timeout { background: var(--bad); }
button.tag { border: 0; margin: 0 .25rem .25rem 0; cursor: pointer; font-family: inherit; }
#filter { display: flex; flex-wrap: wrap; gap: .4rem 1rem; align-items: center; margin: .6rem 0;
  position: sticky; top: 0; background: Canvas; padding: .4rem 0; z-index: 1; }
#filter input[type=search] { flex: 1 1 18rem; padding: .3rem .5rem; font: inherit; }
#cases { table-layout: fixed; } #cases th { top: 2.8rem; }
#cases th:nth-child(1) { width: 6.5rem; } #cases th:nth-child(2) { width: 16rem; }
#cases th:nth-child(3) { width: 11rem; } #cases th:nth-child(4) { width: 6rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 .8rem; margin: .3rem 0; }
dt { opacity: .7; } dd { margin: 0; }
figure { margin: .4rem 0; } figcaption { opacity: .7; font-size: 12.5px; }
svg { background: #8882; max-width: 100%; display: block; }
.l1 { fill: #ffe066; } .l2 { fill: #ffd43b; } .l3 { fill: #fab005; } .l4 { fill: #fd7e14; }
.l5 { fill: #f76707; } .l6 { fill: #e8590c; } .l7 { fill: #d9480f; } .l8 { fill: #a61e4d; }
.l9 { fill: #7048e8; }
)";

const std::string_view html_script = R"(
const rows = [...document.querySelectorAll('#rows > tr')];
const text = document.getElementById('text');
const boxes = [...document.querySelectorAll('#filter input[type=checkbox]')];
const shown = document.getElementById('shown');
function apply() {
  const statuses = new Set(boxes.filter(b => b.checked).map(b => b.value));
  const words = text.value.toLowerCase().split(/\s+/).filter(w => w);
  let n = 0;
  for (const row of rows) {
    const meets = w => w.startsWith('op:') ? row.dataset.o.includes(' ' + w.slice(3) + ' ')
                                           : row.textContent.toLowerCase().includes(w);
    row.hidden = !statuses.has(row.dataset.s) || !words.every(meets);
    n += row.hidden ? 0 : 1;
  }
  shown.textContent = n + ' of ' + rows.length + ' cases shown';
}
text.addEventListener('input', apply);
boxes.forEach(b => b.addEventListener('change', apply));
document.getElementById('operators').addEventListener('click', event => {
  const chip = event.target.closest('button');
  if (!chip) return;
  text.value = 'op:' + chip.dataset.op.toLowerCase();
  boxes.forEach(b => { b.checked = true; });
  apply();
  document.getElementById('cases').scrollIntoView();
});
document.getElementById('filter').hidden = false;
apply();
)";

}  // namespace etalon
