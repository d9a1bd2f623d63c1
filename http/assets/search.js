// The search of the guide and of the API reference. Pages are read without it.
const form = document.querySelector('form[role="search"]');
const field = form.querySelector('input');
const found = document.querySelector('#found');
const shown = 12;

/** The parts of this page that are marked to be found, as `search.json` has those of other pages. */
function partsOfPage() {
  return [...document.querySelectorAll('[data-find]')].map((part) => {
    const { find, heading } = part.dataset;
    const texts = [...part.querySelectorAll('.about, th')].map((one) => one.textContent);
    return { page: find, heading, text: texts.join(' '), href: `#${find}` };
  });
}

async function read(file) {
  try {
    return await (await fetch(file)).json();
  } catch (error) {
    // The next key asks again.
    index = undefined;
    throw error;
  }
}

let index;
function entries() {
  const { index: file } = form.dataset;
  index ??= file === undefined ? partsOfPage() : read(file);
  return index;
}

const simple = (text) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** How well an entry fits; 0 where a word is missing. One that is named so is first. */
function rank(entry, words) {
  const named = simple(entry.page).replaceAll('_', ' ');
  if (named === words.join(' ').replaceAll('_', ' ')) return Number.MAX_SAFE_INTEGER;
  const places = [
    [simple(entry.page), 4],
    [simple(entry.heading), 8],
    [simple(entry.text), 1],
  ];
  const ranks = words.map((word) =>
    places.reduce((sum, [text, weight]) => sum + (text.includes(word) ? weight : 0), 0),
  );
  return ranks.includes(0) ? 0 : ranks.reduce((sum, one) => sum + one, 0);
}

/** The words around the first one that was found. */
function excerpt(text, words) {
  const at = Math.max(0, ...words.map((word) => simple(text).indexOf(word)));
  const from = text.lastIndexOf(' ', Math.max(0, at - 60)) + 1;
  const part = text.slice(from, from + 180);
  return `${from > 0 ? '… ' : ''}${part}${from + 180 < text.length ? ' …' : ''}`;
}

function resultOf(entry, words) {
  const link = document.createElement('a');
  link.href = entry.href;
  link.textContent = entry.heading === entry.page ? entry.page : `${entry.page}: ${entry.heading}`;
  const text = document.createElement('p');
  text.textContent = excerpt(entry.text, words);
  const item = document.createElement('li');
  item.append(link, text);
  return item;
}

async function search() {
  const all = field.value.trim() === '' ? [] : await entries();
  // By now the field may have more than at the key that asked.
  const words = simple(field.value).split(/\s+/).filter(Boolean);
  const hits = all
    .map((entry) => ({ entry, rank: rank(entry, words) }))
    .filter((hit) => hit.rank > 0)
    .sort((a, b) => b.rank - a.rank);
  const list = document.createElement('ul');
  list.append(...hits.slice(0, shown).map(({ entry }) => resultOf(entry, words)));
  const count = document.createElement('p');
  count.textContent =
    hits.length === 0
      ? 'Nothing has all of these words.'
      : hits.length > shown
        ? `The best ${shown} of ${hits.length}`
        : '';
  found.replaceChildren(count, list);
  found.hidden = words.length === 0;
}

form.hidden = false;
form.addEventListener('submit', (event) => {
  event.preventDefault();
  found.querySelector('a')?.click();
});
field.addEventListener('input', () => void search());
found.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) found.hidden = true;
});

/** Goes from the field to the next result, and back. */
function step(by) {
  const stops = [field, ...found.querySelectorAll('a')];
  stops[stops.indexOf(document.activeElement) + by]?.focus();
}
const steps = { ArrowDown: 1, ArrowUp: -1 };

document.addEventListener('keydown', (event) => {
  const { key, target } = event;
  if (key === 'Escape') found.hidden = true;
  const isInSearch = target === field || found.contains(target);
  if (isInSearch && steps[key] !== undefined && !found.hidden) {
    event.preventDefault();
    step(steps[key]);
  }
  if (key === '/' && !target.matches('input, textarea, select')) {
    event.preventDefault();
    field.focus();
  }
});
