// Puts the page together, and keeps it in step with its address.
const pane = make('main', { tabindex: -1, id: 'pane' });
let showing = null, filtered = null;

function show() {
  const filter = FILTERS.map(name => state[name]).join('\n');
  if (filter !== filtered) {
    filtered = filter;
    fillList();
  } else {
    reveal();
    draw();
  }
  if (showing === state.case && showing !== null) {
    // The overview links to cases under the filter that is set.
    if (state.case !== '') return;
  }
  showing = state.case;
  const each = byId.get(state.case);
  document.body.classList.toggle('one', Boolean(each));
  if (each) pane.replaceChildren(caseView(each));
  else pane.replaceChildren(state.case ? make('p', { class: 'quiet' }, `There is no case ${state.case} in this replay.`) : '', overview());
  pane.scrollTop = 0;
}

document.getElementById('page').replaceWith(header(), make('div', { class: 'columns' }, aside(), pane),
  make('footer', {}, `Written by Retake ${data.version}. / search · ↑ ↓ cases · Esc overview`));
addEventListener('hashchange', () => { readAddress(); show(); });
addEventListener('popstate', () => { readAddress(); show(); });
addEventListener('resize', () => { drawn = ''; draw(); });
document.addEventListener('keydown', event => {
  const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(document.activeElement?.tagName ?? '');
  if (event.key === '/' && !typing) {
    event.preventDefault();
    filterText.focus();
  } else if (event.key === 'Escape') {
    if (typing) list.focus(); else go({ case: '' });
  } else if (!typing && ['j', 'k'].includes(event.key)) {
    keys(event);
  }
});
readAddress();
show();
document.documentElement.dataset.ready = 'yes';
