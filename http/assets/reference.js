// What the API reference can do beyond being read: commands with this address, copying, and "Try it"
// with the session of the console.

/** Makes an element with these properties; children that are texts become text. */
function make(tag, properties = {}, ...children) {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children);
  return element;
}

// Everybody reaches the server by the address that they read this at.
const variable = '$POSTROAD_URL';
for (const pre of document.querySelectorAll('main pre')) {
  if (pre.matches('.curl')) pre.textContent = pre.textContent.replace(variable, location.origin);
}

function withCopy(pre) {
  const button = make('button', { type: 'button', textContent: 'Copy' });
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = 'Copied';
  });
  const box = make('div', { className: 'copied' });
  pre.replaceWith(box);
  box.append(button, pre);
}

/** Opens the operation that the address names, also where a browser does not by itself. */
function openNamed() {
  const named = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const part = named?.closest('details.operation');
  if (part) {
    part.open = true;
    part.scrollIntoView();
  }
}

let session;
/** Who is signed in to the console in this browser; null for nobody. */
async function readSession() {
  const answer = await fetch('console/session', { headers: { 'postroad-surface': 'console' } });
  return answer.ok ? await answer.json() : null;
}

/** A field for each parameter of the path and the query. */
function parameterFields(part) {
  const rows = [...part.querySelectorAll('tr[data-in="path"], tr[data-in="query"]')];
  return rows
    .map((row) => ({ name: row.querySelector('th').textContent, ...row.dataset }))
    .filter(({ name }) => name !== 'dry_run')
    .map(({ name, in: where, example }) => {
      const input = make('input', { value: example ?? '', autocomplete: 'off', spellcheck: false });
      return { name, where, input };
    });
}

/** The address that the fields give; an empty field of the query is left out. */
function addressOf(path, fields) {
  let address = path;
  const query = new URLSearchParams();
  for (const { name, where, input } of fields) {
    const value = input.value.trim();
    if (where === 'path') address = address.replace(`{${name}}`, encodeURIComponent(value));
    else if (value !== '') query.set(name, value);
  }
  return { address, query };
}

const kept = 100_000;

/** The answer as text, JSON in lines. */
async function textOf(answer) {
  const text = await answer.text();
  const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '');
  const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  return shown.length > kept ? `${shown.slice(0, kept)}\n…` : shown;
}

class Trial {
  #part;
  #fields;
  #body;
  #dryRun;
  #send = make('button', { type: 'submit', className: 'primary', textContent: 'Send' });
  #out = make('div', { className: 'out' });

  constructor(part) {
    this.#part = part;
    this.#fields = parameterFields(part);
    const { method, does } = part.dataset;
    if (!['GET', 'DELETE'].includes(method)) {
      const example = part.querySelector('pre.body-example')?.textContent ?? '{}';
      this.#body = make('textarea', { value: example, spellcheck: false });
      this.#body.rows = Math.min(20, example.split('\n').length + 1);
    }
    if (does !== 'read') this.#dryRun = make('input', { type: 'checkbox', checked: true });
    this.#out.setAttribute('aria-live', 'polite');
  }

  form() {
    const labels = this.#fields.map(({ name, input }) => make('label', {}, name, input));
    const rows = [make('h4', { textContent: 'Try it' })];
    const [paths, queries] = ['path', 'query'].map((kind) =>
      labels.filter((_, index) => this.#fields[index].where === kind),
    );
    rows.push(...paths);
    if (queries.length > 3) {
      const more = make('summary', { textContent: `${queries.length} parameters of the query` });
      rows.push(make('details', {}, more, ...queries));
    } else rows.push(...queries);
    if (this.#body) rows.push(make('label', {}, 'Body', this.#body));
    if (this.#dryRun) {
      rows.push(make('label', { className: 'check' }, this.#dryRun, 'Dry run: change nothing'));
    }
    const form = make('form', { className: 'try' }, ...rows);
    form.append(make('div', { className: 'buttons' }, this.#send), this.#out);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#run();
    });
    return form;
  }

  /** Sends the call; what removes something or reaches people asks first, as in the console. */
  async #run(agreed) {
    this.#send.disabled = true;
    try {
      const { method, path, does } = this.#part.dataset;
      const { address, query } = addressOf(path, this.#fields);
      if (this.#dryRun?.checked) query.set('dry_run', '1');
      const headers = { accept: 'application/json', 'postroad-surface': 'console' };
      if (does === 'ask') headers['postroad-confirm'] = agreed ? `always ${agreed}` : 'always';
      if (this.#body) headers['content-type'] = 'application/json';
      const target = query.size === 0 ? address : `${address}?${query}`;
      const body = this.#body?.value;
      const answer = await fetch(target, { method, headers, ...(body ? { body } : {}) });
      const text = await textOf(answer);
      if (answer.status === 428) this.#ask(JSON.parse(text));
      else this.#show(`${answer.status} ${method} ${target}`, text);
    } catch (error) {
      this.#show('The server did not answer.', String(error));
    } finally {
      this.#send.disabled = false;
    }
  }

  #show(title, text) {
    const line = make('p', {}, make('code', { textContent: title }));
    this.#out.replaceChildren(line, make('pre', { textContent: text, tabIndex: 0 }));
  }

  #ask({ detail, confirmation }) {
    const yes = make('button', { type: 'button', textContent: 'Do it' });
    const no = make('button', { type: 'button', textContent: 'Leave it' });
    const token = confirmation?.token;
    yes.disabled = token === undefined;
    yes.addEventListener('click', () => void this.#run(token));
    no.addEventListener('click', () => this.#out.replaceChildren());
    const buttons = make('div', { className: 'buttons' }, yes, no);
    const asked = make('div', { className: 'asked' }, make('p', { textContent: detail }), buttons);
    this.#out.replaceChildren(asked);
    no.focus();
  }
}

/** Adds what an operation can do when it is opened first. */
async function equip(part) {
  for (const pre of part.querySelectorAll('pre')) withCopy(pre);
  if (part.dataset.method === undefined) return;
  const command = part.querySelector('.curl').parentElement;
  session ??= readSession().catch(() => null);
  const who = await session;
  if (who !== null) {
    command.after(new Trial(part).form());
    return;
  }
  const text = make('p', { className: 'quiet' }, 'To try it here, ');
  text.append(make('a', { href: './', textContent: 'sign in to the console' }));
  text.append(' and load this page again.');
  command.after(text);
}

for (const part of document.querySelectorAll('details.operation')) {
  part.addEventListener('toggle', () => void (part.open && equip(part)), { once: true });
}
for (const pre of document.querySelectorAll('main > pre')) withCopy(pre);
addEventListener('hashchange', openNamed);
openNamed();
