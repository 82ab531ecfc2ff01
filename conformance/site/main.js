/* What every page does: colours, and the section that the address names. */

function startTheme() {
  const button = document.getElementById('theme');
  const root = document.documentElement;
  const stored = (value) => {
    try { return value === undefined ? localStorage.getItem('theme') : localStorage.setItem('theme', value); } catch { return null; }
  };
  const dark = () => (root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches);
  const show = () => { button.textContent = dark() ? 'Light' : 'Dark'; };
  if (stored()) root.dataset.theme = stored();
  button.hidden = false;
  button.addEventListener('click', () => {
    root.dataset.theme = dark() ? 'light' : 'dark';
    stored(root.dataset.theme);
    show();
  });
  show();
}

/** Opens what the address names, and what encloses it. */
function openTarget() {
  const target = location.hash.length > 1 ? document.getElementById(decodeURIComponent(location.hash.slice(1))) : null;
  for (let part = target; part; part = part.parentElement) if (part.localName === 'details') part.open = true;
  if (target) target.scrollIntoView();
}

startTheme();
startSearch();
startFormulas();
startPictures();
startGates();
startTry();
startCompare();
openTarget();
addEventListener('hashchange', openTarget);
addEventListener('beforeprint', () => { for (const part of document.querySelectorAll('details')) part.open = true; });
