// The search of the guide. Pages are read without it.
const form = document.querySelector('form[role="search"]');
const field = form.querySelector('input');
const found = document.querySelector('#found');
const shown = 12;

let index;
async function entries() {
  index ??= await (await fetch('search.json')).json();
  return index;
}

const simple = (text) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');

/** How well an entry fits; 0 where a word is missing. */
function rank(entry, words) {
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
  const words = simple(field.value).split(/\s+/).filter(Boolean);
  const all = words.length === 0 ? [] : await entries();
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
form.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', () => void search());
found.addEventListener('click', ({ target }) => {
  if (target instanceof HTMLAnchorElement) found.hidden = true;
});
document.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') found.hidden = true;
  if (event.key === '/' && document.activeElement !== field) {
    event.preventDefault();
    field.focus();
  }
});
