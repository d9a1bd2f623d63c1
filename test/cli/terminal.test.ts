import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Terminal } from '@postroad/cli/output/terminal';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { type Ran, runCli } from '../surfaces/three-surfaces.ts';

let running: RunningService;
let folder: string;
/** The id of the email that the starter content sends. */
let email: string;
/** The id of one that was never sent. */
let unsent: string;

beforeAll(async () => {
  running = await startService();
  folder = await mkdtemp(join(tmpdir(), 'postroad-terminal-'));
  await running.invoke('record_event', {
    ...{ email: 'ada@example.com', name: 'signed_up', details: { plan: 'pro' } },
  });
  await running.invoke('move_clock', { advance: { amount: 1, unit: 'minutes' } });
  const { emails } = JSON.parse((await plain(['emails', 'list', '--sort', 'id'])).out);
  email = String(emails[0].id);
  const made = await running.invoke('create_email', { title: 'Unsent', subject: 'Later' });
  unsent = String((made as OperationOutput<'create_email'>).email.id);
});

afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const plain = (argv: string[]) => runCli(argv, running.env);

/** As a person sees it on a screen of this width. */
function seen(argv: string[], columns = 80, terminal: Partial<Terminal> = {}): Promise<Ran> {
  const own = { errIsTty: true, inIsTty: true, columns, ...terminal };
  return runCli(argv, { ...running.env, NO_COLOR: '1' }, '', true, own);
}

const widest = (text: string) => Math.max(...text.split('\n').map((line) => line.length));

describe('LEFT-02', () => {
  it('people timeline says which event and which step', async () => {
    const { out } = await seen(['people', 'timeline', 'ada@example.com']);
    expect(out).toMatch(/^AT +KIND +WHAT\n/);
    expect(out).toMatch(/^\d{4}-\d\d-\d\dT[\d:]{8}Z +event +signed_up {2}plan=pro$/m);
    expect(out).toMatch(/ step +welcome\.1-\S+ ran$/m);
    expect(out).toMatch(/ run_started +flow Welcome, run \d+$/m);
    expect(out).toMatch(/ send +.*, sent by flow Welcome$/m);
    const chosen = await seen(['people', 'timeline', 'ada@example.com', '--fields', 'kind,id']);
    expect(chosen.out).toMatch(/^KIND +ID\n/);
  });

  it('imports errors gives the message the room that is free', async () => {
    const file = join(folder, 'errors.csv');
    await writeFile(file, 'email,created_at\nada@@example.com,\nbo@example.com,31/31/31\n');
    const imported = await plain(['people', 'import', file]);
    const { id } = JSON.parse(imported.out).import as { id: number };
    const json = JSON.parse((await plain(['imports', 'errors', String(id), '--json'])).out);
    const longest = json.errors.map(({ message }: { message: string }) => message);
    const wide = await seen(['imports', 'errors', String(id)], 150);
    for (const message of longest) expect(wide.out).toContain(message);
    const narrow = await seen(['imports', 'errors', String(id)], 60);
    expect(narrow.out).toMatch(/^ROW +COLUMN +MESSAGE\n/);
    expect(narrow.out).toMatch(/…$/m);
    expect(widest(narrow.out)).toBe(60);
  });
});

describe('LEFT-03', () => {
  it('get, stats, explain and settings get are read as text on a terminal, and as JSON elsewhere', async () => {
    const cases: [string[], RegExp[]][] = [
      [
        ['people', 'get', 'ada@example.com'],
        [/^email +ada@example\.com$/m, /^unsubscribed +no$/m],
      ],
      [
        ['emails', 'get', email],
        [/^title +\S/m, /^body_markdown\n {2}\S/m],
      ],
      [
        ['emails', 'stats', email],
        [/^DATE +SENT/, /^total +1/m],
      ],
      [
        ['emails', 'stats', unsent],
        [/^DATE +SENT +DELIVERED$/m, /^total +0 +0$/m],
      ],
      [['people', 'explain', 'ada@example.com'], [/^ada@example\.com: /]],
      [
        ['settings', 'get'],
        [/^settings\n {2}sending\./m, /^ {2}\S*resubscribed_status\n {6,}Welcome back$/m],
      ],
      [['profile', 'get'], [/^timezone +America\/New_York$/m]],
      [
        ['flows', 'get', 'welcome'],
        [/^status +live$/m, /^welcome: /m, / {2}1-\S+ {2}Send email \d+/m],
      ],
    ];
    for (const [argv, expected] of cases) {
      const { out, exitCode } = await seen(argv);
      expect(exitCode).toBe(0);
      for (const pattern of expected) expect(out).toMatch(pattern);
      expect(out).not.toContain('null');
      for (const way of [await plain(argv), await seen([...argv, '--json'])]) {
        expect(JSON.parse(way.out)).toEqual(expect.any(Object));
        expect(way.out.trimEnd()).not.toContain('\n');
      }
    }
  });

  it('leaves nothing of subscribers to move the cursor, and keeps to the screen', async () => {
    const name = `Bo\u001b[31m ${'word '.repeat(30)}`;
    const body = { email: 'bo@example.com', first_name: name, fields: { note: 'one\ntwo \u202e' } };
    await running.invoke('upsert_person', body);
    const { out } = await seen(['people', 'get', 'bo@example.com'], 60);
    expect(out.includes('\u001b') || out.includes('\u202e')).toBe(false);
    expect(out).toMatch(/^first_name {5}Bo\[31m word/m);
    expect(out).toContain('\n    two \\u202e\n');
    expect(widest(out)).toBeLessThanOrEqual(60);
  });

  it('says below a table that there is more, where a person looks last', async () => {
    const lines: string[] = [];
    const terminal = {
      out: (text: string) => lines.push(text),
      err: (text: string) => lines.push(text),
    };
    await seen(['emails', 'list', '--limit', '1'], 80, terminal);
    expect(lines.join('')).toMatch(/^ID +KEY.*\n.*\nThere are more: --cursor \S+\n$/);
  });

  it('emails list has one title, and broadcasts list has figures', async () => {
    const emails = await seen(['emails', 'list'], 200);
    expect(emails.out.split('\n')[0]).toMatch(/^ID +KEY +TITLE +SUBJECT/);
    expect(emails.out).not.toContain('TITLE_RAW');
    await running.invoke('upsert_person', { email: 'ada@example.com', tags: ['vip'] });
    const definition = { type: 'has_tag', tag: 'vip' };
    await running.invoke('create_segment', { name: 'Vips', key: 'vips', definition });
    const news = { segment: 'vips', email_source: 'copy', email_id: Number(email) } as const;
    const made = await running.invoke('create_broadcast', { ...news, name: 'Sent' });
    const { id } = (made as OperationOutput<'create_broadcast'>).broadcast;
    await running.invoke('create_broadcast', { ...news, name: 'Later' });
    await running.invoke('send_broadcast_now', { broadcast_id: id });
    await running.invoke('move_clock', { advance: { amount: 1, unit: 'hours' } });
    const { out } = await seen(['broadcasts', 'list'], 120);
    expect(out).toMatch(/^ID +NAME +STATUS +RECIPIENTS +SENT +OPENED +CLICKED/);
    expect(out).toMatch(/^\d+ +Sent +sent +1 +1 +0 +0/m);
    expect(out).toMatch(/^\d+ +Later +draft +vips$/m);
  });
});

describe('LEFT-04', () => {
  it('emails preview says which file cannot be written', async () => {
    const ran = await plain(['emails', 'preview', email, '--out', join(folder, 'none', 'x.html')]);
    expect(ran).toMatchObject({ exitCode: 1, out: '' });
    expect(ran.err).toMatch(/x\.html cannot be written: ENOENT.*There is no new preview\.$/m);
  });

  it('emails preview writes its HTML to a file, or opens it where it can do nothing', async () => {
    const path = join(folder, 'preview.html');
    const { html } = JSON.parse((await plain(['emails', 'preview', email])).out) as {
      html: string;
    };
    expect(await seen(['emails', 'preview', email, '--out', path])).toMatchObject({
      ...{ exitCode: 0, out: '', err: `Wrote ${path}.\n` },
    });
    expect(await readFile(path, 'utf8')).toBe(html);
    expect(await plain(['emails', 'preview', email, '--out', '-'])).toMatchObject({
      ...{ exitCode: 0, out: html, err: '' },
    });
    const opened: string[] = [];
    const open = async (url: string) => opened.push(url) > 0;
    const said = await seen(['emails', 'preview', email, '--open'], 80, { open });
    const shown = await readFile(fileURLToPath(opened[0] ?? ''), 'utf8');
    expect(shown.indexOf("default-src 'none'")).toBeLessThan(shown.indexOf('<head'));
    expect(shown).toContain(html.slice(html.indexOf('<head')));
    expect(said.err).toMatch(/^Opened .*preview\.html\.\n$/);
    const text = await seen(['emails', 'preview', email]);
    expect(text.out).toMatch(/^subject +\S/m);
    expect(text.out).not.toContain('<html');
  });

  it('emails create --edit writes the email in the editor, and loses nothing of it', async () => {
    const write = (change: (text: string) => string) => async (path: string) => {
      await writeFile(path, change(await readFile(path, 'utf8')));
      return true;
    };
    const argv = ['emails', 'create', '--edit', '--labels', 'news,spring'];
    const edit = write((text) =>
      text.replace(/^title:.*/m, 'title: Spring').replace(/^subject:.*/m, 'subject: Sow now'),
    );
    const made = await seen([...argv, '--json'], 80, { edit });
    expect(JSON.parse(made.out)).toMatchObject({
      email: { title: 'Spring', subject: 'Sow now', labels: ['news', 'spring'] },
    });
    const left = await seen(argv, 80, { edit: async () => true });
    expect(left).toMatchObject({ exitCode: 2, err: 'Cancelled. Nothing was changed.\n' });
    const wrong = await seen([...argv, '--from-address', 'nobody'], 80, { edit });
    expect(wrong.exitCode).toBe(5);
    const [, kept = ''] = /What you wrote is in (.*)\.\n/.exec(wrong.err) ?? [];
    expect(await readFile(kept, 'utf8')).toContain('subject: Sow now');
    const broken = await seen(argv, 80, { edit: write((text) => text.replace('---', '')) });
    expect(broken).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('What you wrote is'),
    });
    const failing = async (path: string) => {
      await edit(path);
      return false;
    };
    const failed = await seen(argv, 80, { edit: failing });
    expect(failed).toMatchObject({
      exitCode: 3,
      err: expect.stringContaining('The editor failed.'),
    });
    const [, saved = ''] = /What you wrote is in (.*)\.\n/.exec(failed.err) ?? [];
    expect(await readFile(saved, 'utf8')).toContain('subject: Sow now');
    const absent = await seen(argv, 80, { edit: async () => false });
    expect(absent.err).toBe('The editor failed. Set VISUAL or EDITOR to the one to use.\n');
    expect((await plain(argv)).err).toContain('--edit needs a terminal');
  });

  it('broadcasts send is answered with send-now', async () => {
    const { exitCode, err } = await plain(['broadcasts', 'send', '1']);
    expect(exitCode).toBe(3);
    expect(err).toBe("error: unknown command 'send'\n(Did you mean send-now?)\n");
  });

  it.each(['E-Mail Address', 'Email Address', 'e-mail', 'EmailAddress'])(
    'an import takes the column %s for the address',
    async (column) => {
      const file = join(folder, 'guess.csv');
      await writeFile(file, `${column}\ncy@example.com\n`);
      const { out } = await plain(['people', 'import', file, '--dry-run']);
      expect(JSON.parse(out)).toMatchObject({ import: { invalid: 0, rows: 1 } });
    },
  );
});

describe('LEFT-05', () => {
  it.each<[string[], string[]]>([
    [
      ['--tags', 'a,b'],
      ['a', 'b'],
    ],
    [
      ['--tags', 'a, b ,'],
      ['a', 'b'],
    ],
    [
      ['--tags', 'a', '--tags', 'b,c'],
      ['a', 'b', 'c'],
    ],
    [
      ['--tags', '["a, b","c"]'],
      ['a, b', 'c'],
    ],
    [['--tags', '[]'], []],
  ])('a list is written as %j', async (flags, tags) => {
    const argv = ['people', 'upsert', '--email', 'di@example.com', ...flags, '--dry-run'];
    const { out } = await plain(argv);
    expect(JSON.parse(out)).toMatchObject({ person: { tags } });
  });

  it.each(['flows', 'sequences', 'people'])('the help of %s keeps to the screen', async (noun) => {
    const { out } = await seen([noun, '--help']);
    expect(widest(out)).toBeLessThanOrEqual(80);
  });

  it('the help of an import requires no content beside its file, and names characters', async () => {
    const { out } = await plain(['people', 'import', '--help']);
    expect(out).toMatch(/--content <value> +its text, instead of the file$/m);
    expect(out).not.toMatch(/required/);
    expect(out).toMatch(/--delimiter <value> +comma\|semicolon\|tab\|pipe$/m);
    expect(out).toMatch(/--tags <a,b>/);
    expect(out).not.toContain('\t');
  });

  it('a delimiter is taken by its name', async () => {
    const file = join(folder, 'tabs.csv');
    await writeFile(file, 'email\tfirst_name\ncy@example.com\tCy, the first\n');
    const argv = ['people', 'import', file, '--dry-run', '--delimiter', 'tab'];
    expect(JSON.parse((await plain(argv)).out)).toMatchObject({
      import: { created: 1, invalid: 0 },
    });
  });
});
