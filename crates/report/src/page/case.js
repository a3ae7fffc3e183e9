// One case: what differs, and the course of every call as a sequence diagram.
function caseView(each) {
  const found = detail(each.index);
  const view = make('article', { class: `one-case v-${each.verdict}`, 'data-case': each.id, 'data-verdict': each.verdict },
    make('div', { class: 'title' },
      make('a', { class: 'back', href: address({ case: '' }) }, '‹ overview'),
      make('h2', {}, sign(each.verdict), make('code', {}, each.entry)),
      make('p', { class: 'facts' }, [make('b', { class: 'verdict' }, each.verdict), each.id, time(each.ms), each.calls > 1 && words(each.calls, 'call', 'calls'),
        ...each.tags.map(tag => make('a', { class: 'tag', href: address({ tag, case: '' }) }, tag))].filter(Boolean).map(fact => make('span', {}, fact)))),
    found.reason && make('p', { class: 'reason' }, found.reason),
    found.differences.length > 0 && make('section', { class: 'differences' },
      make('h3', {}, 'What differs', make('small', {}, ` ${words(found.differences.length, 'difference', 'differences')}`)),
      make('ol', {}, found.differences.slice(0, 50).map(one => difference(one, each.calls > 1))),
      found.differences.length > 50 && make('p', { class: 'quiet' }, `and ${found.differences.length - 50} more`)),
    found.notes.map(note => make('p', { class: 'note' }, note)));
  found.calls.forEach((call, number) => view.append(callView(call, each, number)));
  if (found.calls.length === 0) view.append(make('p', { class: 'quiet' }, each.shown
    ? 'There is nothing to show of this case: it was not driven.'
    : 'What was asked on the way is not in this page, to keep it small enough to open. Replay this case alone to see it: retake replay --only id:' + each.id));
  return view;
}

function difference(one, several) {
  return make('li', { 'data-what': one.what },
    make('p', { class: 'path' }, several && make('span', { class: 'way' }, `call ${one.call + 1}: `), phrase(one), one.at && make('span', { class: 'at' }, one.at)),
    // Two neighbours of one name say nothing; the diagram shows where.
    !(one.what === 'order' && one.recorded === one.observed) && pair(one.recorded, one.observed));
}

function callView(call, each, number) {
  const same = JSON.stringify(call.recorded) === JSON.stringify(call.observed);
  return make('section', { class: 'call' },
    make('h3', {}, each.calls > 1 ? `Call ${number + 1}` : 'Course of the call', make('small', {}, each.failed ? '' : ' as recorded')),
    sequence(call, each, number),
    make('div', { class: 'messages' },
      message('Request', call.input),
      call.observed === null ? message('Answer, as recorded', call.recorded)
        : same ? message('Answer', call.recorded) : answers(call.recorded, call.observed)));
}

function message(title, said) {
  return make('div', { class: 'message' }, make('h4', {}, title), make('code', { class: 'line' }, said.line), headers(said.headers),
    said.body !== null && said.body !== '' && make('pre', {}, pretty(said.body)));
}

const headers = list => list.length > 0 && make('details', {}, make('summary', {}, words(list.length, 'header', 'headers')),
  make('dl', {}, list.map(([name, value]) => [make('dt', {}, name), make('dd', {}, value)])));

// A body that is JSON with one value on each line.
function pretty(body) {
  if (!/^\s*[[{]/.test(body)) return body;
  try { return JSON.stringify(JSON.parse(body), null, 2); } catch { return body; }
}

// Two answers beside each other, with the lines marked that only one of them has.
function answers(recorded, observed) {
  const [was, is] = [recorded, observed].map(said => [said.line, ...pretty(said.body ?? '').split('\n')]);
  const kept = common(was, is);
  const side = (title, name, lines, keep, said) => make('div', { class: `message ${name}` }, make('h4', {}, title), headers(said.headers),
    make('pre', {}, lines.map((line, at) => make('span', { class: keep.has(at) ? 'same' : 'other' }, `${line}\n`))));
  return [side('Answer, recorded', 'recorded', was, kept.left, recorded), side('Answer, observed', 'observed', is, kept.right, observed)];
}

// The longest common subsequence of lines, as positions on both sides.
function common(a, b) {
  const left = new Set(), right = new Set();
  if (a.length * b.length > 400000) {
    const inB = new Set(b), inA = new Set(a);
    a.forEach((line, at) => inB.has(line) && left.add(at));
    b.forEach((line, at) => inA.has(line) && right.add(at));
    return { left, right };
  }
  const width = b.length + 1, best = new Uint32Array((a.length + 1) * width);
  for (let i = a.length - 1; i >= 0; i--) for (let j = b.length - 1; j >= 0; j--)
    best[i * width + j] = a[i] === b[j] ? best[(i + 1) * width + j + 1] + 1 : Math.max(best[(i + 1) * width + j], best[i * width + j + 1]);
  for (let i = 0, j = 0; i < a.length && j < b.length;) {
    if (a[i] === b[j]) { left.add(i++); right.add(j++); }
    else if (best[(i + 1) * width + j] >= best[i * width + j + 1]) i++; else j++;
  }
  return { left, right };
}

// --- the diagram ---

const GAP = { client: 110, branch: 90, lane: 128 }, EDGE = 64;
// Of uses in a row that are as recorded, so many are shown around a difference.
const AROUND = 2, FOLD = 7;

function sequence(call, each, number) {
  const columns = layout(call);
  call.branches.forEach((branch, at) => branch.rows.forEach((row, nth) => { row.name = `${number}.${at}.${nth}`; }));
  const body = make('div', { class: 'rows' });
  const input = call.input.line, driven = call.observed !== null;
  body.append(arrow(columns, columns.client, columns.branch(0), input, '', 'entry'));
  call.branches.forEach((branch, at) => {
    if (at > 0) body.append(make('div', { class: 'fork' }, make('span', {}, `branch ${branch.path.join('.')}, beside the others`)));
    body.append(...folded(branch.rows, each.failed && driven).map(part => part.rows ? fold(part.rows, at, columns) : useRow(part, at, columns)));
    if (branch.more > 0) body.append(make('div', { class: 'fork' }, make('span', {}, `and ${words(branch.more, 'use', 'uses')} more, which this page leaves out`)));
  });
  const differs = driven && JSON.stringify(call.recorded) !== JSON.stringify(call.observed);
  const line = !driven ? 'no answer was observed' : differs && call.observed.line !== call.recorded.line ? `${call.observed.line} (recorded: ${call.recorded.line})` : call.observed.line;
  body.append(arrow(columns, columns.branch(0), columns.client, line, differs ? 'another answer' : '', `entry back${differs ? ' differs' : ''}`));
  const width = columns.width;
  return make('div', { class: 'diagram', tabindex: 0, role: 'group', 'aria-label': 'Sequence of the call' }, make('div', { class: 'canvas', style: `min-width:${width}px` },
    make('div', { class: 'names' }, columns.all.map(column => make('span', { class: `name ${column.kind}`, style: `left:${column.x}px`, title: column.title }, column.name))),
    columns.all.map(column => make('i', { class: `lifeline ${column.kind}`, style: `left:${column.x}px`, 'aria-hidden': true })),
    body));
}

// Where the lines of client, service and dependencies are.
function layout(call) {
  const all = [{ name: 'client', kind: 'client', x: EDGE }];
  let x = EDGE + GAP.client;
  call.branches.forEach((branch, at) => {
    all.push({ name: at === 0 ? 'service' : `branch ${branch.path.join('.')}`, title: at === 0 ? 'the service' : `branch ${branch.path.join('.')} of the service`, kind: 'service', x });
    x += GAP.branch;
  });
  if (call.branches.length === 0) { all.push({ name: 'service', kind: 'service', x }); x += GAP.branch; }
  x += GAP.lane - GAP.branch;
  const lanes = new Map();
  for (const branch of call.branches) for (const row of branch.rows) for (const side of [row[1], row[2]]) {
    if (!side) continue;
    const { lane, kind } = dependency(side[0]);
    if (lanes.has(lane)) continue;
    lanes.set(lane, x);
    all.push({ name: lane, title: `${lane} (${kind})`, kind, x });
    x += GAP.lane;
  }
  return { all, client: EDGE, branch: at => all[1 + at].x, lane: name => lanes.get(name), width: x - GAP.lane + EDGE + 20 };
}

function arrow(columns, from, to, label, more, kind) {
  const left = Math.min(from, to), width = Math.abs(to - from);
  return make('div', { class: `row ${kind}` },
    make('span', { class: 'label', style: `left:${left + 8}px` }, make('span', {}, label), more && make('small', {}, more)),
    make('i', { class: `arrow ${to < from ? 'left' : 'right'}`, style: `left:${left}px;width:${width}px`, 'aria-hidden': true }));
}

// Long stretches without a difference are folded, where there is a difference to look at.
function folded(rows, wanted) {
  if (!wanted || !rows.some(row => row[0])) return rows;
  const near = rows.map((_, at) => rows.slice(Math.max(0, at - AROUND), at + AROUND + 1).some(row => row[0] || row.name === state.use));
  const parts = [];
  for (let at = 0; at < rows.length;) {
    let end = at;
    while (end < rows.length && !near[end]) end++;
    if (end - at >= FOLD) parts.push({ rows: rows.slice(at, end) });
    else parts.push(...rows.slice(at, end));
    at = end;
    while (at < rows.length && near[at]) parts.push(rows[at++]);
  }
  return parts;
}

function fold(rows, at, columns) {
  const button = make('button', { type: 'button', class: 'fold', onclick: () => button.replaceWith(...rows.map(row => useRow(row, at, columns))) },
    `${words(rows.length, 'use', 'uses')} as recorded — show`);
  return button;
}

const SIGNS = { 'request': ['?', 'asked otherwise'], 'missing': ['−', 'not asked'], 'new-call': ['+', 'new'], 'order': ['↕', 'moved'], 'instead': ['⇄', 'instead'] };

function useRow(row, branch, columns) {
  const [recorded, observed] = [row[1], row[2]], what = row[0] || null;
  const used = observed ?? recorded;
  // In replay the recording answers, wherever it has an answer.
  const given = recorded ?? observed;
  const { lane } = dependency(used[0]);
  const from = columns.branch(branch), to = columns.lane(lane);
  const kind = what ? `differs d-${what}` : '';
  const open = make('div', { class: 'more', hidden: true });
  const turn = now => {
    button.setAttribute('aria-expanded', now);
    if (now && !open.firstChild) open.append(explain(what, recorded, observed));
    open.hidden = !now;
  };
  const button = make('button', { type: 'button', class: `row use ${kind}`, 'data-what': what ?? 'same', 'aria-expanded': 'false', onclick: () => {
    const now = button.getAttribute('aria-expanded') !== 'true';
    turn(now);
    go({ use: now ? row.name : '' }, true);
  } },
    make('span', { class: 'label', style: `left:${from + 8}px` },
      what && make('b', { class: 'badge' }, `${SIGNS[what]?.[0] ?? '≠'} ${SIGNS[what]?.[1] ?? what}`),
      question(used, what === 'request' ? recorded : null), !isVoid(given) && make('span', { class: 'answer' }, ` → ${given[3]}`)),
    make('i', { class: 'arrow right', style: `left:${from}px;width:${to - from}px`, 'aria-hidden': true }));
  if (row.name === state.use) turn(true);
  return make('div', { class: 'step' }, button, open);
}

const asked = ([number, target, args]) => `${target ? `${target}.` : ''}${short(dependency(number).name, target)}(${args.join(', ')})`;
// A method that gives nothing has nothing to show.
const isVoid = used => data.names[used[0]].endsWith(')V') && used[3] === 'null';

// What is asked; beside what was recorded, if that is something else.
function question(used, before) {
  const plain = make('span', { class: 'question' });
  if (!before || before[2].length !== used[2].length) {
    plain.append(asked(used));
    return plain;
  }
  plain.append(asked([used[0], used[1], []]).slice(0, -1));
  used[2].forEach((arg, at) => {
    if (at > 0) plain.append(', ');
    if (arg !== before[2][at]) plain.append(make('del', {}, before[2][at]), ' ', make('ins', {}, arg)); else plain.append(arg);
  });
  plain.append(')');
  return plain;
}

// `UUID.randomUUID` of its full name; behind a handle, the method alone.
function short(name, target) {
  return name.split(' -> ').map(part => {
    const parts = part.replace(/^(static|bean) /, '').split('.');
    return parts.slice(target ? -1 : -2).join('.');
  }).join(' → ');
}

// What was asked and answered, and why it is a point.
function explain(what, recorded, observed) {
  const used = observed ?? recorded;
  const { name, why, kind } = dependency(used[0]);
  const place = used[4] === null || used[4] === undefined ? null : data.names[used[4]];
  const both = recorded && observed;
  const fields = make('dl', { class: 'fields' },
    make('dt', {}, 'dependency'), make('dd', {}, make('a', { href: address({ dependency: name, case: '' }) }, make('code', {}, name)), make('span', { class: `kind ${kind}` }, kind)),
    place && [make('dt', {}, 'asked in'), make('dd', {}, make('code', {}, place))],
    make('dt', {}, 'asked'), make('dd', {}, both && what ? pair(asked(recorded), asked(observed)) : what ? pair(recorded && asked(recorded), observed && asked(observed)) : make('code', {}, asked(used))),
    make('dt', {}, 'answered'), make('dd', {}, make('code', {}, (recorded ?? observed)[3])));
  return make('div', { class: 'inside' }, fields, reasons(why, place, used[1]));
}

function reasons(why, place, target) {
  const method = place && place.replace(/:\d+$/, '');
  const line = place && Number(/:(\d+)$/.exec(place)?.[1]);
  const here = why.filter(each => each.at === method);
  const exact = here.filter(each => each.line === line);
  const best = exact.length ? exact : here.length ? here : why;
  const title = make('h5', {}, 'Why this is a point');
  if (best.length === 0) {
    return make('div', { class: 'why' }, title, make('p', {}, target
      ? `${target} was given by a dependency. Its calls are recorded where they are made, and its double answers them.`
      : 'The build that is replayed has no such point: it was one in the build that was recorded.'));
  }
  return make('div', { class: 'why' }, title, best.slice(0, 3).map(each => [
    make('p', {}, each.reason, make('span', { class: 'rule' }, `rule ${each.rule}`)),
    make('ol', { class: 'way' }, each.path.map(([where, happens]) => make('li', {}, make('code', {}, where), ` ${happens}`)))]));
}
