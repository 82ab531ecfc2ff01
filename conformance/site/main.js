/* What every page does: colours, and the section that the address names. */

/** Opens what the address names, and what encloses it. */
function openTarget() {
  let target = null;
  try {
    target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  } catch { /* not an address of this page */ }
  for (let part = target; part; part = part.parentElement) if (part.localName === 'details') part.open = true;
  if (target) target.scrollIntoView();
}

document.querySelector('.top').append(themeButton());
startSearch();
startFormulas();
startPictures();
startGates();
startTry();
startCompare();
startScoreboard();
startDownloads(document);
openTarget();
addEventListener('hashchange', openTarget);
addEventListener('beforeprint', () => { for (const part of document.querySelectorAll('details')) part.open = true; });
