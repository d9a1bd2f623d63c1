import {
  access,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { activateDrafts } from '@postroad/cli/commands/dev';
import { connectToServer } from '@postroad/cli/connection/connection';
import { compareFolder, readFolder, writeFolder } from '@postroad/cli/definitions/tree-folder';
import { onChanges } from '@postroad/cli/definitions/watch';
import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

let running: RunningService;
let base: string;
let folder: string;

beforeAll(async () => {
  running = await startService();
  base = await mkdtemp(join(tmpdir(), 'postroad-definitions-'));
});

afterAll(async () => {
  await running.stop();
  await rm(base, { recursive: true, force: true });
});

beforeEach(async () => {
  folder = await mkdtemp(join(base, 'tree-'));
});

/** Runs a command in the folder, without a server unless `env` names one. */
function run(argv: string[], env: Record<string, string> = {}, answers?: string[]) {
  const asked: string[] = [];
  const terminal = answers && {
    ...{
      errIsTty: true,
      inIsTty: true,
      ask: async (question: string) => {
        asked.push(question);
        return answers.shift() ?? null;
      },
    },
  };
  const said = runCli(argv, { ...env, NO_COLOR: '1' }, '', false, { cwd: folder, ...terminal });
  return said.then((ran) => ({ ...ran, asked }));
}

const online = (argv: string[], answers?: string[]) => run(argv, running.env, answers);

async function edit(path: string, change: (text: string) => string): Promise<void> {
  const full = join(folder, path);
  await writeFile(full, change(await readFile(full, 'utf8')));
}

it('makes a folder that is valid, and overwrites nothing in it', async () => {
  expect((await run(['init'])).out).toMatch(/made {4}flows\/welcome\.json/);
  expect(await run(['validate'])).toMatchObject({
    exitCode: 0,
    out: '3 files, 0 errors, 0 warnings: valid.\n',
  });
  await edit('flows/welcome.json', (text) => text.replace('Welcome', 'Mine'));
  expect((await run(['init'])).out).toMatch(/exists {2}flows\/welcome\.json/);
  expect(await readFile(join(folder, 'flows/welcome.json'), 'utf8')).toContain('Mine');
});

it('FILE-04 names the files that are not sent, why, and what was meant', async () => {
  await online(['pull']);
  await mkdir(join(folder, 'email'));
  await mkdir(join(folder, 'docs'));
  const paths = ['email/hello.md', 'docs/hello.md', 'emails/notes.txt', 'emails/smile😀.md'];
  for (const path of [...paths, 'settings.yaml', 'README.md'])
    await writeFile(join(folder, path), 'x');
  const { err } = await online(['diff']);
  expect(err.split('\n').filter((line) => line.includes('is not a definition file'))).toEqual([
    'email is not a definition file and is not sent. Did you mean emails?',
    'settings.yaml is not a definition file and is not sent. Did you mean settings.yml?',
    'emails/notes.txt is not a definition file and is not sent. Files here are emails/*.md.',
    "emails/smile😀.md is not a definition file and is not sent. Its name may have letters, digits, blanks and _ . , @ ( ) ' + - alone.",
  ]);
});

it('says what is in the way of a folder, and writes nothing', async () => {
  await writeFile(join(folder, 'emails'), 'x');
  const pulled = await online(['pull']);
  expect([pulled.exitCode, pulled.err]).toEqual([
    3,
    expect.stringContaining('emails is not a folder. Move it away'),
  ]);
  expect(await readdir(folder)).not.toContain('settings.yml');
  await writeFile(join(folder, 'settings.yml'), '{}');
  expect((await online(['diff'])).err).toContain('emails is not a definition file');
});

it('FILE-04 takes names whose letters have marks, also as macOS writes them', async () => {
  await mkdir(join(folder, 'emails'), { recursive: true });
  for (const name of ['नमस्ते', 'é'.normalize('NFD')])
    await writeFile(join(folder, `emails/${name}.md`), '---\nsubject: Hello\n---\nHello\n');
  expect(await run(['validate'])).toMatchObject({
    exitCode: 0,
    err: '',
    out: expect.stringContaining('2 files, 0 errors'),
  });
});

it('SAFE-57 findings about files name commands, and no operation as a tool', async () => {
  await online(['pull']);
  const flow = {
    key: 'unheard-of',
    definition: {
      trigger: { event: 'never_recorded' },
      nodes: [{ name: 'Mark', type: 'add_tag', tag: 'never-seen' }],
    },
  };
  await writeFile(join(folder, 'flows/unheard-of.json'), JSON.stringify(flow));
  const checked = await run(['validate']);
  expect(checked.out).toContain('Check the spelling against postroad tags list');
  const planned = [
    await online(['diff']),
    await online(['diff', '--format', 'markdown']),
    await online(['diff', '--json']),
    await online(['push', '--dry-run', '--json']),
  ];
  for (const { out } of [checked, ...planned]) expect(out).not.toMatch(/list_(?:tags|event_types)/);
  for (const { out } of planned.filter(({ out: text }) => text.includes('spelling')))
    expect(out).toContain('postroad event-types list');
});

it('shows file, line, column and the code around each finding, without a server', async () => {
  await run(['init']);
  await edit('flows/welcome.json', (text) => text.replace('"send_email"', '"send_emial"'));
  await writeFile(join(folder, 'settings.yml'), 'a: 1\na: 2\n');
  const { exitCode, out } = await run(['validate']);
  expect(exitCode).toBe(5);
  expect(out).toContain('settings.yml:2:1 error key_duplicate');
  expect(out).toMatch(
    /flows\/welcome\.json:16:17 error step_type_unknown\n {2}.*"send_email"[\s\S]*\n> 16 \| +"type": "send_emial",\n +\| {17}\^\n {2}17 \|/,
  );
  const json = JSON.parse((await run(['validate', '--json'])).out);
  expect(json).toMatchObject({ valid: false });
  expect(json.findings).toContainEqual(
    expect.objectContaining({ path: 'flows/welcome.json', line: 16, column: 17 }),
  );
});

it('SAFE-24 checks a pulled tree without a server although live records name an archived email', async () => {
  const { invoke } = running;
  const confirmation = {
    kind: 'transactional' as const,
    subject: 'Yes?',
    body_markdown: '{{ confirm_url }}',
  };
  const { email } = (await invoke('create_email', confirmation)) as { email: { id: number } };
  await invoke('create_form', { key: 'archived', name: 'News', confirm_email_id: email.id });
  await invoke('delete_email', { email_id: email.id });
  await online(['pull']);
  const checked = await run(['validate']);
  expect(checked.out).toContain('warning email_unknown');
  expect(checked.out).toContain(`No file is of email ${email.id}. An archived email has none.`);
  expect(checked).toMatchObject({ exitCode: 0 });
  await invoke('delete_form', { form_key: 'archived' });
});

it('FILE-07 writes files as a pull would, with ids for new steps and for no records', async () => {
  await run(['init']);
  await writeFile(join(folder, 'emails', 'tips.md'), '---\nsubject: Tips\n---\nHello\n');
  await writeFile(
    join(folder, 'flows', 'x.json'),
    '{"key":"tips","definition":{"trigger":{"event":"a"},"nodes":[{"type":"send_email","email":"tips"}]}}',
  );
  const fixed = await run(['validate', '--fix']);
  expect(fixed).toMatchObject({ exitCode: 0 });
  expect((await readdir(join(folder, 'emails'))).sort()).toEqual(['tips.md', 'welcome.md']);
  expect((await readdir(join(folder, 'flows'))).sort()).toEqual(['tips.json', 'welcome.json']);
  expect(await readFile(join(folder, 'flows', 'tips.json'), 'utf8')).toContain('"id": 1,');
  expect(await readFile(join(folder, 'emails', 'tips.md'), 'utf8')).not.toMatch(/^id:/m);
  expect((await run(['validate', '--fix'])).err).toBe('');
});

it('FILE-07 validate --fix corrects what editors on Windows do to a file, also beside other errors', async () => {
  await run(['init']);
  const asOnWindows = (text: string) => `\ufeff${text.replaceAll('\n', '\r\n')}`;
  const before = await readFile(join(folder, 'emails', 'welcome.md'), 'utf8');
  await edit('emails/welcome.md', asOnWindows);
  await edit('flows/welcome.json', (text) => asOnWindows(text.replace('"trigger"', '"triger"')));
  const fixed = await run(['validate', '--fix']);
  expect(fixed.err).toContain('written  emails/welcome.md\nwritten  flows/welcome.json\n');
  expect(fixed.out).not.toMatch(/byte_order_mark|line_ends/);
  expect(await readFile(join(folder, 'emails', 'welcome.md'), 'utf8')).toBe(before);
  expect(await readFile(join(folder, 'flows', 'welcome.json'), 'utf8')).not.toMatch(/[\r\ufeff]/);
});

it('says of a folder that is a symbolic link that it is one', async () => {
  const outside = await mkdtemp(join(base, 'outside-'));
  await symlink(outside, join(folder, 'link'));
  expect(await run(['validate', 'link'])).toMatchObject({
    exitCode: 3,
    err: expect.stringMatching(/link is a symbolic link, which is not followed/),
  });
});

it('follows no symbolic link, out of the folder or in it, and reads only UTF-8', async () => {
  const outside = await mkdtemp(join(base, 'outside-'));
  await writeFile(join(outside, 'secret.json'), '{}');
  await symlink(outside, join(folder, 'flows'));
  expect((await run(['validate'])).err).toMatch(/flows is a symbolic link/);
  const pulled = await online(['pull', '--yes']);
  expect(pulled).toMatchObject({ exitCode: 3 });
  expect(await readdir(outside)).toEqual(['secret.json']);
  await rm(join(folder, 'flows'));
  await mkdir(join(folder, 'flows'));
  await symlink(join(outside, 'secret.json'), join(folder, 'flows', 'a.json'));
  expect((await run(['validate'])).err).toMatch(/a\.json is a symbolic link/);
  await rm(join(folder, 'flows', 'a.json'));
  await writeFile(join(folder, 'flows', 'a.json'), Buffer.from([0x7b, 0xff, 0x7d]));
  expect((await run(['validate'])).err).toMatch(/is not UTF-8/);
});

it.each([
  '../evil.json',
  'flows/../../evil.json',
  '/etc/evil',
  'flows/a/b.json',
  'flows\\x.json',
  '.git/hooks/x',
  'postroad.yml',
])('writes nothing where a server sends a file %j', async (path) => {
  const files = { 'flows/a.json': '{}', [path]: 'x' };
  const changes = compareFolder({}, files);
  await expect(writeFolder(folder, files, changes)).rejects.toThrow('not a definition file');
  expect(await readdir(folder)).toEqual([]);
});

it('pulls, keeps what is the same, and asks before a file is lost', async () => {
  await writeFile(join(folder, 'README.md'), 'mine');
  const first = await online(['pull']);
  expect(first).toMatchObject({ exitCode: 0 });
  const { files } = await readFolder(folder);
  expect(Object.keys(files)).toContain('flows/welcome.json');
  expect(JSON.parse((await online(['pull', '--json', 'added,changed,removed'])).out)).toEqual({
    ...{ added: [], changed: [], removed: [] },
  });
  await edit('flows/welcome.json', () => '{"mine": true}');
  await writeFile(join(folder, 'flows', 'new.json'), '{}');
  await writeFile(join(folder, 'flows', 'notes.txt'), 'mine');
  const nobody = await online(['pull']);
  expect(nobody).toMatchObject({ exitCode: 3 });
  expect(nobody.err).toMatch(/1 file in .* would be overwritten and 0 removed/);
  expect((await online(['pull'], ['n'])).exitCode).toBe(2);
  expect((await online(['pull', '--dry-run'])).exitCode).toBe(0);
  expect(await readFile(join(folder, 'flows', 'welcome.json'), 'utf8')).toBe('{"mine": true}');
  expect((await online(['pull'], ['y'])).exitCode).toBe(0);
  // FILE-11: a file that was never pulled is new, and exists nowhere else.
  expect((await readFolder(folder)).files).toEqual({ ...files, 'flows/new.json': '{}' });
  await access(join(folder, 'flows', 'notes.txt'));
  await access(join(folder, 'README.md'));
});

it('warns of records whose files are one on a case-insensitive file system', async () => {
  for (const key of ['Plan', 'plan']) await running.invoke('create_field', { key, type: 'string' });
  const { err } = await online(['pull']);
  for (const field_key of ['Plan', 'plan']) await running.invoke('delete_field', { field_key });
  expect(err).toContain('fields/Plan.json and fields/plan.json differ only in case');
  expect((await online(['pull', '--yes'])).err).not.toContain('capitals');
});

it('reports a difference by exit code and as Markdown, and pushes what was confirmed', async () => {
  await online(['pull']);
  expect(await online(['diff', '--exit-code'])).toMatchObject({
    exitCode: 0,
    out: 'Nothing differs.\n',
  });
  await edit('flows/welcome.json', (text) => text.replace('"name": "Welcome"', '"name": "Hello"'));
  const differs = await online(['diff', '--exit-code']);
  expect(differs).toMatchObject({ exitCode: 2 });
  expect(differs.out).toMatch(/^~ flows\/welcome\.json Hello\n[\s\S]*Rehearsed:/);
  // Nobody is there to rehearse with.
  expect(differs.out).toMatch(/\n {2}welcome not tried.*: There is nobody to rehearse with/);
  const markdown = await online(['diff', '--format', 'markdown']);
  expect(markdown).toMatchObject({ exitCode: 0 });
  expect(markdown.out).toMatch(/\| changed \| flows\/welcome\.json \| Hello \|/);
  expect((await online(['push', '--dry-run'])).exitCode).toBe(0);
  expect((await online(['push'])).exitCode).toBe(3);
  const declined = await online(['push'], ['n']);
  expect(declined).toMatchObject({ exitCode: 2 });
  expect(declined.asked[0]).toMatch(/1 to change\. Apply to http:.*\? \[y\/N\] $/);
  expect((await online(['diff', '--exit-code'])).exitCode).toBe(2);
  expect((await online(['push'], ['y'])).exitCode).toBe(0);
  expect((await online(['diff', '--exit-code'])).exitCode).toBe(0);
});

it('updates the files from the service, and removes records only with --prune', async () => {
  await online(['pull']);
  await writeFile(
    join(folder, 'flows', 'new.json'),
    '{"key":"brand-new","definition":{"trigger":{"event":"a"},"nodes":[{"type":"add_tag","tag":"x"}]}}',
  );
  const pushed = await online(['push', '--yes']);
  expect(pushed).toMatchObject({ exitCode: 0 });
  expect(await readdir(join(folder, 'flows'))).toContain('brand-new.json');
  expect((await online(['push', '--yes'])).exitCode).toBe(0);
  expect((await online(['diff', '--exit-code'])).exitCode).toBe(0);
  await rm(join(folder, 'flows', 'brand-new.json'));
  expect((await online(['diff', '--exit-code'])).exitCode).toBe(0);
  await rm(join(folder, 'settings.yml'));
  const planned = await online(['diff', '--exit-code', '--prune']);
  expect(planned.exitCode).toBe(2);
  expect(planned.out).toMatch(/flows\/brand-new\.json .*\(will be removed\)/);
  expect(planned.out).toMatch(/settings\.yml .*\(only on the server; kept\)/);
  expect(planned.out).toContain('1 to remove, 1 only on the server.');
  expect((await online(['push', '--yes', '--prune'])).exitCode).toBe(0);
  expect((await online(['flows', 'get', 'brand-new'])).exitCode).toBe(6);
});

it('takes a folder without definitions for the wrong one', async () => {
  const empty = join(folder, 'nothing');
  await mkdir(empty);
  for (const command of ['validate', 'diff', 'push']) {
    const ran = await online([command, empty]);
    expect(ran).toMatchObject({ exitCode: 3, out: '' });
    expect(ran.err).toContain('There are no definition files in');
  }
});

it.each(['validate', 'diff', 'push', 'watch'])(
  'FILE-04 %s of a folder that is not there says so, and ends with 3',
  async (command) => {
    const ran = await online([command, 'postrod']);
    expect(ran).toMatchObject({ exitCode: 3, out: '' });
    expect(ran.err).toMatch(/postrod is not a folder\.\n$/);
  },
);

it('blocks what has errors: 5, or 1 with --exit-code, and nothing is changed', async () => {
  await online(['pull']);
  await edit('flows/welcome.json', (text) => text.replace('"send_email"', '"send_emial"'));
  for (const [argv, exitCode] of [
    [['diff'], 5],
    [['diff', '--exit-code'], 1],
    [['push', '--yes'], 5],
  ] as const) {
    const ran = await online([...argv]);
    expect(ran.exitCode).toBe(exitCode);
    expect(ran.out + ran.err).toMatch(/flows\/welcome\.json:\d+:\d+ error/);
  }
  expect((await online(['diff', '--format', 'markdown'])).out).toMatch(
    /\| error \| flows\/welcome/,
  );
  const gone = { POSTROAD_URL: 'http://127.0.0.1:1', POSTROAD_TOKEN: 'x' };
  expect((await run(['diff', '--exit-code'], gone)).exitCode).toBe(1);
  expect((await run(['push'], running.env)).exitCode).toBe(5);
});

it('FIX-02 a push that only warnings block names --force, which lets it through', async () => {
  await online(['pull']);
  await writeFile(
    join(folder, 'flows/freed.json'),
    JSON.stringify({
      key: 'freed',
      definition: {
        trigger: { event: 'signed_up' },
        nodes: [
          { name: 'Mark', type: 'add_tag', tag: 'a' },
          { name: 'Mark again', type: 'add_tag', tag: 'b' },
        ],
      },
    }),
  );
  expect((await online(['push', '--yes'])).exitCode).toBe(0);
  await edit('flows/freed.json', (text) => {
    const flow = JSON.parse(text);
    flow.definition.nodes.pop();
    return JSON.stringify(flow);
  });
  for (const format of ['text', 'markdown'])
    expect((await online(['diff', '--format', format])).out).toContain('push with --force');
  const { exitCode, out } = await online(['push', '--yes', '--force']);
  expect([exitCode, out]).toEqual([0, expect.any(String)]);
});

it('FIX-02 a push that one unreadable file blocks does not say that nothing differs', async () => {
  await online(['pull']);
  await writeFile(join(folder, 'flows/cut.json'), '{"key": "cut", ');
  for (const argv of [['diff'], ['push', '--yes'], ['push', '--dry-run']]) {
    const ran = await run(argv, running.env, []);
    expect(ran.exitCode).toBe(5);
    expect(ran.out + ran.err).toMatch(/flows\/cut\.json:1:\d+ error/);
    expect(ran.out + ran.err).toContain('Blocked: nothing can be applied');
    expect(ran.out + ran.err).not.toContain('Nothing differs');
  }
});

it('SAFE-26 a blocked push names what blocks it, and exits with 5', async () => {
  const tunables = { pause: { amount: 1, unit: 'days' } };
  await running.invoke('update_settings', { settings: { tunables } });
  const nodes = [{ type: 'delay', duration: { setting: 'pause' } }];
  const flow = { key: 'late', definition: { trigger: { event: 'late' }, nodes } };
  await running.invoke('create_flow', flow);
  await running.invoke('activate_flow', { flow_key: 'late' });
  await online(['pull']);
  await edit('settings.yml', (text) => text.replace(/^tunables:\n( .*\n)+/, 'tunables: {}\n'));
  for (const argv of [['push', '--yes'], ['push', '--dry-run'], ['diff']]) {
    const ran = await online(argv, []);
    expect(ran.exitCode).toBe(5);
    expect(ran.out + ran.err).toMatch(/error in_use[\s\S]*\n {2}blocked by settings\.yml\n/);
  }
  const json = await online(['push', '--yes', '--json', 'blocked,blocked_by']);
  expect(json.exitCode).toBe(5);
  expect(JSON.parse(json.out)).toEqual({ blocked: true, blocked_by: ['settings.yml'] });
  await running.invoke('pause_flow', { flow_key: 'late' });
  await running.invoke('delete_flow', { flow_key: 'late' });
});

it('LEFT-06 names the problems of a rehearsal that it counts', async () => {
  await online(['pull']);
  await edit('flows/welcome.json', (text) =>
    text
      .replace('"event": ', '"label": "welcome", "event": ')
      .replace('"signed_up"', '"signed_op"'),
  );
  const { out } = await online(['diff'], []);
  expect(out).toMatch(
    / \(1 problem\): There is nobody .*\n {4}warning event_unknown: .*"signed_op"/,
  );
  const markdown = await online(['diff', '--format', 'markdown']);
  expect(markdown.out).toMatch(/### Rehearsals[\s\S]*event&#95;unknown/);
});

it('watches a folder: checks after each change, and pushes valid files', async () => {
  await online(['pull']);
  let out = '';
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  const ended = runCli(['watch', '--push'], running.env, '', false, {
    ...{ cwd: folder, stopped: () => stopped },
    out: (text) => {
      out += text;
    },
    err: (text) => {
      out += text;
    },
  });
  await expect.poll(() => out).toContain('Watching');
  await edit('flows/welcome.json', (text) => text.replace('"send_email"', '"send_emial"'));
  await expect.poll(() => out).toContain('step_type_unknown');
  await edit('flows/welcome.json', (text) =>
    text
      .replace('"send_emial"', '"send_email"')
      .replace(/"name": "(Welcome|Hello)",/, '"name": "Watched",'),
  );
  await expect.poll(() => out).toContain('Stored: 1 record.');
  stop();
  expect((await ended).exitCode).toBe(0);
  expect((await online(['flows', 'get', 'welcome', '--jq', '.flow.name'])).out).toBe('Watched\n');
});

it('FILE-16 a check never runs beside another one, not even beside the first', async () => {
  await online(['pull']);
  let running = 0;
  let most = 0;
  let checks = 0;
  const changes = onChanges(folder, async () => {
    most = Math.max(most, ++running);
    // Longer than the quiet after which a change is taken in.
    await pause(2 * limits.watchQuietMs);
    running -= 1;
    checks += 1;
  });
  const first = changes.now();
  await edit('flows/welcome.json', (text) => `${text}\n`);
  await first;
  await expect.poll(() => checks).toBe(2);
  await changes.stop();
  expect(most).toBe(1);
});

it('FILE-16 sees changes in folders of folders, and in those that were removed and made again', async () => {
  const test = join(folder, 'tests', 'welcome', 'a.yml');
  const email = join(folder, 'emails', 'a.md');
  const make = async (path: string, text: string) => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  };
  await make(test, 'one');
  await make(email, 'one');
  let seen = '';
  const changes = onChanges(folder, async () => {
    const read = (path: string) => readFile(path, 'utf8').catch(() => 'none');
    seen = `${await read(test)} ${await read(email)}`;
  });
  const sees = (text: string) => expect.poll(() => seen).toBe(text);
  await writeFile(test, 'two');
  await sees('two one');
  for (const name of ['tests', 'emails']) await rm(join(folder, name), { recursive: true });
  await sees('none none');
  await make(test, 'three');
  await make(email, 'three');
  await sees('three three');
  await writeFile(test, 'four');
  await sees('four three');
  await writeFile(email, 'four');
  await sees('four four');
  await changes.stop();
});

it('RUN-17 dev --activate activates every draft, also beyond the first page', {
  timeout: 180_000,
}, async () => {
  const own = await startService();
  const definition = { trigger: { event: 'never' }, nodes: [] };
  const count = limits.pageMax + 1;
  for (let at = 0; at < count; at += 1) {
    await own.invoke('create_flow', { key: `many-${at}`, definition });
  }
  const connection = connectToServer({ url: own.url, token: own.token, chosenBy: 'test' });
  let told = '';
  const tell = (text: string) => {
    told += text;
  };
  await activateDrafts(connection, { out: tell, err: tell });
  await connection.close();
  await own.stop();
  expect(told.split('\n').filter((line) => line.includes('many-'))).toHaveLength(count);
});

it('FILE-12, FILE-14 a push overwrites nothing that changed on the server since the pull', async () => {
  await online(['pull']);
  const kept = JSON.parse(await readFile(join(folder, '.postroad/base.json'), 'utf8'));
  expect(kept.records['flows/welcome.json']).toEqual({
    revision: expect.any(Number),
    hash: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
  await edit('flows/welcome.json', (text) => text.replace(/"name": ".*?"/, '"name": "Ours"'));
  await running.invoke('update_flow', { flow_key: 'welcome', name: 'By a colleague' });
  const blocked = await online(['push', '--yes']);
  expect(blocked.exitCode).toBe(5);
  expect(blocked.out + blocked.err).toContain('changed on the server since the pull');
  expect(await online(['push', '--yes', '--force'])).toMatchObject({ exitCode: 0 });
});

it('FILE-16 what only the server changed stays, and the next pull brings it', async () => {
  await online(['pull']);
  const late = { title: 'Late', subject: 'x', body_markdown: 'x' };
  await running.invoke('create_email', late);
  await edit('flows/welcome.json', (text) => text.replace(/"labels": \[\]/, '"labels": ["a"]'));
  expect(await online(['push', '--yes'])).toMatchObject({ exitCode: 0 });
  expect(Object.keys((await readFolder(folder)).files).join()).not.toContain('-late.md');
  await online(['pull', '--yes']);
  expect(Object.keys((await readFolder(folder)).files).join()).toContain('-late.md');
});

it('FILE-08 pull --by-key writes a tree without ids, which a push keeps so', async () => {
  expect(await online(['pull', '--by-key', '--yes'])).toMatchObject({ exitCode: 0 });
  const { files } = await readFolder(folder);
  expect(Object.keys(files)).toContain('emails/welcome.md');
  expect(Object.values(files).join('')).not.toMatch(/^id: /m);
  await writeFile(join(folder, 'emails', 'new one.md'), '---\nsubject: Tips\n---\n\nHello\n');
  expect(await online(['push', '--yes'])).toMatchObject({ exitCode: 0 });
  const after = Object.keys((await readFolder(folder)).files);
  expect(after).toContain('emails/tips.md');
  expect(after).not.toContain('emails/new one.md');
  expect((await online(['diff', '--exit-code'])).exitCode).toBe(0);
});
