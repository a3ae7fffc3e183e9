// What came of it as a whole: read at a glance, and printed.
function header() {
  const failed = data.failed > 0;
  const title = data.total === 0 ? 'No case was replayed'
    : failed ? `${data.failed.toLocaleString('en')} of ${words(data.total, 'case', 'cases')} failed`
    : data.total === 1 ? 'The case passed' : `All ${words(data.total, 'case', 'cases')} passed`;
  const facts = [data.title, words(Math.round(data.rate), 'case a second', 'cases a second'), `${data.seconds.toFixed(1)} s in all`,
    data.skipped.length && `${data.skipped.length.toLocaleString('en')} skipped`, data.when];
  const seen = Object.keys(VERDICTS).filter(verdict => data.verdicts[verdict]);
  return make('header', { class: failed ? 'bad' : 'good' },
    make('p', { class: 'brand' }, 'Retake · replay'),
    make('h1', {}, title),
    make('p', { class: 'facts' }, facts.filter(Boolean).map(fact => make('span', {}, fact))),
    make('div', { class: 'share', 'aria-hidden': true }, seen.map(verdict =>
      make('i', { class: `v-${verdict}`, style: `flex-grow:${data.verdicts[verdict]}` }))),
    make('div', { class: 'verdicts', role: 'group', 'aria-label': 'Filter by verdict' }, seen.map(verdict =>
      make('button', { type: 'button', class: `v-${verdict}`, 'data-verdict': verdict, title: VERDICTS[verdict][1], onclick: () => toggle(verdict) },
        sign(verdict), make('b', {}, data.verdicts[verdict].toLocaleString('en')), ` ${verdict}`))));
}

function toggle(verdict) {
  const chosen = new Set(state.verdict.split(',').filter(Boolean));
  chosen.has(verdict) ? chosen.delete(verdict) : chosen.add(verdict);
  go({ verdict: [...chosen].join(',') });
}

function overview() {
  return make('div', { class: 'overview' },
    data.groups.length > 0 && section('Ways to fail', 'the same first difference is one way', data.groups.map(groupCard)),
    table('Entries', 'entry', 'entry', tally(each => [each.shape])),
    table('Dependencies', 'dependency', 'dependency', tally(each => each.dependencies.map(number => dependency(number).lane))),
    cases.some(each => each.tags.length) && table('Tags', 'tag', 'tag', tally(each => each.tags)),
    data.coverage && coverage(data.coverage),
    data.skipped.length > 0 && skipped(),
    data.notes.length > 0 && section('Notes', '', make('ul', { class: 'notes' }, data.notes.map(note => make('li', {}, note)))));
}

const section = (title, hint, ...content) =>
  make('section', {}, make('h2', {}, title, hint && make('small', {}, ` ${hint}`)), ...content);

function groupCard(group) {
  const example = cases[group.cases[0]];
  const more = group.cases.length > 1 ? words(group.cases.length, 'case', 'cases') : example.id;
  return make('a', { class: `group v-${group.verdict}`, href: address({ case: example.id }) },
    make('div', { class: 'top' }, sign(group.verdict), make('span', { class: 'verdict' }, group.verdict),
      make('code', { class: 'entry' }, group.entry), make('span', { class: 'count' }, more)),
    group.reason && make('p', {}, group.reason),
    group.path !== null && make('p', { class: 'path' }, phrase(group), group.at && make('span', { class: 'at' }, group.at)),
    (group.recorded !== null || group.observed !== null) && !(group.what === 'order' && group.recorded === group.observed)
      && pair(group.recorded, group.observed));
}

// What a difference is about, in words.
function phrase(difference) {
  const words = { 'missing': 'is no longer asked: ', 'new-call': 'is asked for the first time: ', 'order': 'is asked at another place: ', 'instead': 'something else is asked: ' };
  return [words[difference.what] && make('span', { class: 'way' }, words[difference.what]), make('code', {}, difference.path)];
}

function table(title, column, filter, counts) {
  const most = Math.max(...counts.map(count => count.cases), 1);
  const row = count => make('tr', {},
    make('td', {}, make('a', { href: address({ [filter]: count.name, case: '' }) }, make('code', {}, count.name))),
    make('td', { class: 'number' }, count.cases.toLocaleString('en')),
    make('td', { class: `number failed${count.failed ? ' some' : ''}` }, count.failed ? count.failed.toLocaleString('en') : '–'),
    make('td', { class: 'bar', 'aria-hidden': true }, make('i', { class: 'some', style: `width:${100 * (count.cases - count.failed) / most}%` }),
      make('i', { class: 'bad', style: `width:${100 * count.failed / most}%` })));
  return section(title, words(counts.length, column, column.endsWith('y') ? `${column.slice(0, -1)}ies` : `${column}s`),
    make('table', {}, make('thead', {}, make('tr', {}, [column, 'cases', 'failed', ''].map(name => make('th', {}, name)))),
      make('tbody', {}, counts.slice(0, 200).map(row))),
    counts.length > 200 && make('p', { class: 'quiet' }, `and ${counts.length - 200} more`));
}

function coverage(covered) {
  const part = (name, { exercised, perhaps, all }) => make('div', { class: 'meter' }, make('span', {}, name),
    make('div', { class: 'track', 'aria-hidden': true }, make('i', { style: `width:${100 * exercised / Math.max(all, 1)}%` }),
      make('i', { class: 'perhaps', style: `width:${100 * perhaps / Math.max(all, 1)}%` })),
    make('span', {}, make('b', {}, `${exercised} of ${all}`), perhaps > 0 && make('span', { class: 'quiet', title: 'it cannot be told from outside' }, `, ${perhaps} perhaps`)));
  const left = (one, many, list) => list.length > 0 && make('details', {}, make('summary', {}, `${words(list.length, one, many)} that no case exercises`),
    make('ul', { class: 'notes' }, list.map(each => make('li', {}, make('code', {}, each)))));
  return section('Coverage', 'what the cases exercise of the service', part('entries', covered.entries), part('points', covered.points),
    left('entry', 'entries', covered.entries.missing), left('point', 'points', covered.points.missing));
}

function skipped() {
  return section('Skipped', 'on purpose', make('table', {}, make('thead', {}, make('tr', {}, ['case', 'entry', 'why'].map(name => make('th', {}, name)))),
    make('tbody', {}, data.skipped.slice(0, 500).map(([id, entry, why]) =>
      make('tr', {}, make('td', {}, make('code', {}, id)), make('td', {}, make('code', {}, entry)), make('td', {}, why))))));
}
