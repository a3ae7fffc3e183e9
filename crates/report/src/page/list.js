// The cases, those that failed first. Only rows that can be seen are there, so that thousands are as fast as ten.
const HEIGHT = { head: 46, case: 46 };
const ABOVE = 400;
let rows = [], offsets = [], chosen = [], drawn = '';

const filterText = make('input', { type: 'search', placeholder: 'Search   ( / )', 'aria-label': 'Search in names and differences',
  oninput: () => go({ q: filterText.value }, true) });
const pick = (name, label) => make('select', { 'aria-label': label, 'data-filter': name, onchange: event => go({ [name]: event.target.value }) });
const picks = { entry: pick('entry', 'Filter by entry'), dependency: pick('dependency', 'Filter by dependency'), tag: pick('tag', 'Filter by tag') };
const count = make('output', { id: 'shown', 'aria-live': 'polite' });
const clear = make('button', { type: 'button', class: 'clear', onclick: () => go(Object.fromEntries(FILTERS.map(name => [name, '']))) }, 'clear');
const room = make('div', { class: 'room' });
const list = make('div', { id: 'list', role: 'listbox', tabindex: 0, 'aria-label': 'Cases', onscroll: () => draw(), onkeydown: keys }, room);

function aside() {
  const fill = (select, all, names) => {
    select.append(make('option', { value: '' }, all), ...names.map(name => make('option', { value: name }, name)));
    select.hidden = names.length === 0;
  };
  fill(picks.entry, 'all entries', tally(each => [each.shape]).map(each => each.name).sort());
  fill(picks.dependency, 'all dependencies', tally(each => each.dependencies.map(number => dependency(number).lane)).map(each => each.name).sort());
  fill(picks.tag, 'all tags', tally(each => each.tags).map(each => each.name).sort());
  return make('aside', {}, make('form', { role: 'search', onsubmit: event => event.preventDefault() },
    filterText, picks.entry, picks.dependency, picks.tag, make('div', { class: 'found' }, count, clear)), list);
}

function fillList() {
  chosen = fitting();
  rows = [];
  const inGroup = new Map();
  for (const each of chosen) {
    const of = each.group ?? 'passed';
    if (!inGroup.has(of)) inGroup.set(of, []);
    inGroup.get(of).push(each);
  }
  data.groups.forEach((group, number) => {
    const members = inGroup.get(number);
    if (!members) return;
    rows.push({ head: group.path ?? group.reason ?? '', verdict: group.verdict, count: members.length });
    rows.push(...members.map(each => ({ each })));
  });
  const passed = inGroup.get('passed');
  if (passed) rows.push({ head: 'as recorded', verdict: 'passed', count: passed.length }, ...passed.map(each => ({ each })));
  let at = 0;
  offsets = rows.map(row => { const here = at; at += row.each ? HEIGHT.case : HEIGHT.head; return here; });
  room.style.height = `${at}px`;
  drawn = '';
  if (filterText.value !== state.q) filterText.value = state.q;
  for (const [name, select] of Object.entries(picks)) {
    // A dependency can be named to the method; then it is no choice of the list, and stays.
    if (state[name] && ![...select.options].some(option => option.value === state[name])) {
      select.append(make('option', { value: state[name] }, state[name]));
    }
    select.value = state[name];
  }
  for (const button of document.querySelectorAll('.verdicts button')) {
    button.setAttribute('aria-pressed', state.verdict.split(',').includes(button.dataset.verdict));
  }
  const all = chosen.length === cases.length;
  count.textContent = all ? words(cases.length, 'case', 'cases') : `${chosen.length.toLocaleString('en')} of ${words(cases.length, 'case', 'cases')}`;
  clear.hidden = all && !FILTERS.some(name => state[name]);
  reveal();
  draw();
}

function draw() {
  const top = list.scrollTop - ABOVE, bottom = list.scrollTop + list.clientHeight + ABOVE;
  let first = 0, last = rows.length;
  while (first < last) { const middle = (first + last) >> 1; offsets[middle] < top ? first = middle + 1 : last = middle; }
  first = Math.max(0, first - 1);
  let end = first;
  while (end < rows.length && offsets[end] < bottom) end++;
  const key = `${first} ${end} ${state.case} ${rows.length}`;
  if (key === drawn) return;
  drawn = key;
  const here = address({});
  room.replaceChildren(...rows.slice(first, end).map((row, at) => item(row, offsets[first + at], here)));
}

function item(row, top) {
  const style = `top:${top}px`;
  if (!row.each) {
    return make('div', { class: `head v-${row.verdict}`, style, role: 'presentation' }, sign(row.verdict), make('span', { class: 'text', title: row.head }, row.head), make('b', {}, row.count.toLocaleString('en')));
  }
  const { each } = row;
  return make('a', { class: 'case', style, href: address({ case: each.id }), role: 'option', tabindex: -1, id: `row-${each.index}`,
    'data-case': each.id, 'aria-selected': String(each.id === state.case) },
    sign(each.verdict), make('span', { class: 'entry' }, each.entry, each.calls > 1 && make('small', {}, ` +${each.calls - 1}`)),
    make('span', { class: 'ms' }, time(each.ms)),
    make('span', { class: 'id' }, each.id, each.tags.map(tag => make('span', { class: 'tag' }, tag))));
}

// Brings the case that is open into sight.
function reveal() {
  const at = rows.findIndex(row => row.each && row.each.id === state.case);
  list.setAttribute('aria-activedescendant', at < 0 ? '' : `row-${rows[at].each.index}`);
  if (at < 0) return;
  const top = offsets[at];
  if (top < list.scrollTop || top + HEIGHT.case > list.scrollTop + list.clientHeight) list.scrollTop = Math.max(0, top - list.clientHeight / 3);
}

function keys(event) {
  const order = rows.filter(row => row.each).map(row => row.each);
  const at = order.findIndex(each => each.id === state.case);
  const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: order.length - 1, PageDown: at + 12, PageUp: at - 12 }[event.key];
  if (to === undefined || order.length === 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  event.stopPropagation();
  go({ case: order[Math.min(order.length - 1, Math.max(0, to))].id }, true);
}
