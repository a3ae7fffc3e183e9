// The data of the page, and what of it is looked at: the address says both, so that it can be sent to somebody.
const text = id => document.getElementById(id).textContent;
const data = JSON.parse(text('data'));
const lines = text('details').trim().split('\n');
const cases = data.cases.map(([id, entry, shape, calls, verdict, ms, tags, group, dependencies, shown], index) =>
  ({ index, id, entry, shape, calls, verdict, ms, tags, group, dependencies, shown, failed: verdict !== 'passed' }));
const byId = new Map(cases.map(each => [each.id, each]));
const dependency = number => data.dependencies[number];
// What is looked at is read when somebody looks at it.
const detail = index => JSON.parse(lines[index]);

const FILTERS = ['verdict', 'entry', 'dependency', 'tag', 'q'];
let state = {};

function readAddress() {
  const said = new URLSearchParams(location.hash.slice(1));
  state = Object.fromEntries([...FILTERS, 'case', 'use'].map(name => [name, said.get(name) ?? '']));
}

function address(changes) {
  const said = new URLSearchParams();
  // Another case has other uses.
  const use = 'case' in changes ? '' : state.use;
  for (const [name, value] of Object.entries({ ...state, use, ...changes })) if (value) said.set(name, value);
  return '#' + said.toString();
}

// Goes where the address says; `replace` where going back should not lead here.
function go(changes, replace) {
  const to = address(changes);
  if (to === (location.hash || '#')) return;
  history[replace ? 'replaceState' : 'pushState'](null, '', to);
  readAddress();
  show();
}

function fitting() {
  const verdicts = state.verdict ? state.verdict.split(',') : null;
  const wanted = state.q.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = each => (!verdicts || verdicts.includes(each.verdict) || (verdicts.includes('failed') && each.failed))
    && (!state.entry || each.shape === state.entry)
    && (!state.tag || each.tags.includes(state.tag))
    && (!state.dependency || each.dependencies.some(number => isNamed(number, state.dependency)))
    && wanted.every(word => searched(each).includes(word));
  return cases.filter(fits);
}

const isNamed = (number, name) => dependency(number).lane === name || dependency(number).name === name;

// What a search looks at: names of the case, and what differs.
function searched(each) {
  if (each.searched === undefined) {
    const found = each.failed ? lines[each.index] : '';
    each.searched = [each.id, each.entry, each.verdict, ...each.tags, ...each.dependencies.map(number => dependency(number).name), found]
      .join('\n').toLowerCase();
  }
  return each.searched;
}

// How often something is there, with how many of these cases failed.
function tally(of) {
  const counts = new Map();
  for (const each of cases) {
    for (const name of new Set(of(each))) {
      const count = counts.get(name) ?? { name, cases: 0, failed: 0 };
      count.cases++;
      count.failed += each.failed;
      counts.set(name, count);
    }
  }
  return [...counts.values()].sort((a, b) => b.failed - a.failed || b.cases - a.cases || a.name.localeCompare(b.name));
}
