// Elements are made, never parsed: whatever a recording holds is text.
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat(Infinity).filter(child => child !== undefined && child !== null && child !== false));
  return element;
}

const words = (number, one, many) => `${number.toLocaleString('en')} ${number === 1 ? one : many}`;
const time = ms => ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;

// A sign and a tone for every verdict, so that nobody needs to tell colours apart.
const VERDICTS = {
  'new-call': ['+', 'a call that the recording has not'],
  'path-differs': ['↕', 'a call is missing, or in another order'],
  'request-differs': ['?', 'a dependency was asked something else'],
  'output-differs': ['≠', 'something else came out'],
  'incomplete': ['◌', 'the observation has gaps'],
  'timeout': ['◷', 'no answer in time'],
  'error': ['!', 'the replay itself failed'],
  'passed': ['✓', 'the same path, the same requests, the same output'],
};
const sign = verdict => make('i', { class: `sign v-${verdict}`, title: verdict, 'aria-label': verdict }, VERDICTS[verdict]?.[0] ?? '·');

// The part in which two texts differ, marked in each.
function marked(text, other) {
  if (text === null || text === undefined) return make('em', {}, 'nothing');
  if (other === null || other === undefined) return make('mark', {}, text);
  const a = [...text], b = [...other];
  let head = 0, tail = 0;
  while (head < Math.min(a.length, b.length) && a[head] === b[head]) head++;
  while (tail < Math.min(a.length, b.length) - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const middle = a.slice(head, a.length - tail).join('');
  return make('span', {}, a.slice(0, head).join(''), middle && make('mark', {}, middle), a.slice(a.length - tail).join(''));
}

// Recorded above observed.
function pair(recorded, observed) {
  const side = (name, text, other) => make('div', { class: `side ${name}` },
    make('span', { class: 'which' }, name), make('code', {}, marked(text, other)));
  return make('div', { class: 'pair' }, side('recorded', recorded, observed), side('observed', observed, recorded));
}
