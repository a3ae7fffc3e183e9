// Filtering, and opening what the address names. The page reads well without.
const filter = document.getElementById('filter');
const search = filter.querySelector('input[type=search]');
const kinds = [...filter.querySelectorAll('input[type=checkbox]')];
const shown = document.getElementById('shown');
const points = [...document.querySelectorAll('.point')];
const rows = [...document.querySelectorAll('#ruled-out tbody tr')];
const texts = new Map([...points, ...rows].map(item => [item, item.textContent.toLowerCase()]));
const groups = [...document.querySelectorAll('.class, .part')];

function apply() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const wanted = new Set(kinds.filter(kind => kind.checked).map(kind => kind.value));
  const fits = item => (wanted.size === 0 || wanted.has(item.dataset.kind)) && words.every(word => texts.get(item).includes(word));
  let count = 0;
  for (const point of points) {
    point.hidden = !fits(point);
    count += !point.hidden;
  }
  for (const row of rows) row.hidden = !fits(row);
  for (const section of groups) section.hidden = !section.querySelector('.point:not([hidden])');
  shown.textContent = count === points.length ? `${count} points` : `${count} of ${points.length} points`;
}

function target() {
  const point = document.getElementById(location.hash.slice(1));
  if (point instanceof HTMLDetailsElement) {
    point.open = true;
    point.scrollIntoView();
  }
}

filter.hidden = false;
filter.addEventListener('submit', event => event.preventDefault());
filter.addEventListener('input', apply);
filter.querySelector('button').addEventListener('click', () => {
  const visible = points.filter(point => !point.hidden);
  const open = visible.some(point => !point.open);
  for (const point of visible) point.open = open;
});
document.addEventListener('keydown', event => {
  if (event.key === '/' && document.activeElement !== search) {
    event.preventDefault();
    search.focus();
  }
});
addEventListener('hashchange', target);
apply();
target();
