import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createProgram } from '@postroad/cli/main';
import { processTerminal } from '@postroad/cli/output/terminal';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { commandWords, sentenceInWords } from '@postroad/core/catalog/words';
import { limits } from '@postroad/core/platform/limits';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../support/free-port.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

let running: RunningService;
let folder: string;

beforeAll(async () => {
  running = await startService();
  folder = await mkdtemp(join(tmpdir(), 'postroad-conventions-'));
  for (const name of ['One', 'Two \u001b[31m\u202e']) {
    await running.invoke('create_segment', { name, definition: { type: 'suppressed' } });
  }
});

afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (argv: string[], env: Record<string, string> = running.env) => runCli(argv, env);
/** Runs a command as on a terminal; the person types `answers` one by one. */
function onTerminal(argv: string[], answers: (string | null)[] = [], env = running.env) {
  const asked: string[] = [];
  const ran = runCli(argv, env, '', true, {
    ...{ errIsTty: true, inIsTty: true },
    ask: async (question) => {
      asked.push(question);
      return answers.shift() ?? null;
    },
  });
  return ran.then((said) => ({ ...said, asked }));
}

it('SURF-03 has a command for every operation, and help for each of them', () => {
  const program = createProgram(processTerminal, () => undefined);
  for (const name of operationNames) {
    const { noun, verb, summary } = operationNamed(name);
    const group = program.commands.find((one) => one.name() === noun);
    const command = group?.commands.find((one) => one.name() === verb);
    expect(command?.description(), name).toBe(sentenceInWords(summary, commandWords));
    const flags = command?.options.map(({ long }) => long) ?? [];
    for (const flag of ['--json', '--jq', '--no-color', '--url']) expect(flags).toContain(flag);
    // The number of a token is no secret.
    const secrets = flags.filter((flag) => flag !== '--token-id');
    expect(
      secrets.filter((flag) => /token|secret|password/.test(flag ?? '')),
      name,
    ).toEqual([]);
  }
});

it('keeps the fields that --json names, of records and of one', async () => {
  const listed = await run(['segments', 'list', '--json', 'key']);
  expect(JSON.parse(listed.out)).toMatchObject({
    segments: [{ key: 'one' }, { key: expect.any(String) }],
  });
  expect(listed.out).not.toContain('definition');
  const one = await run(['segments', 'get', 'one', '--json', 'key,name']);
  expect(JSON.parse(one.out)).toEqual({ segment: { key: 'one', name: 'One' } });
  const misspelt = await run(['segments', 'list', '--json', 'kye']);
  expect(misspelt.exitCode).toBe(3);
  expect(JSON.parse(misspelt.err).detail).toMatch(/no field "kye"\. Did you mean key\?/);
});

it('runs a jq filter, and reports a faulty one', async () => {
  const keys = await run(['segments', 'list', '--jq', '.segments[] | select(.key == "one").name']);
  expect(keys).toMatchObject({ exitCode: 0, out: 'One\n' });
  const broken = await run(['segments', 'list', '--jq', '.segments[']);
  expect(broken).toMatchObject({ exitCode: 3, out: '' });
  expect(broken.err).toMatch(/syntax error/);
});

it('refuses a wrong filter or field before it writes, and loses no answer after', async () => {
  const count = async () => (await run(['themes', 'list', '--jq', '.themes | length'])).out;
  const before = await count();
  const argv = ['themes', 'create', '--name', 'Filtered'];
  for (const output of [
    ['--jq', '.theme['],
    ['--json', 'nmae'],
  ]) {
    expect(await run([...argv, ...output])).toMatchObject({ exitCode: 3, out: '' });
  }
  expect(await count()).toBe(before);
  const made = await run([...argv, '--jq', '.theme.name | keys # fails']);
  expect(made.exitCode).toBe(3);
  expect(made.err).toMatch(/string.*has no keys/);
  expect(JSON.parse(made.out)).toMatchObject({ theme: { name: 'Filtered' } });
});

it('shows lists as tables on a terminal, without control characters', async () => {
  const { out } = await onTerminal(['segments', 'list']);
  expect(out.split('\n')[0]).toMatch(/^ID +KEY +NAME/);
  expect(out).toMatch(/\n\d+ +one +One/);
  expect(out).toContain('\\u001b[31m\\u202e');
  const json = await onTerminal(['segments', 'list', '--json']);
  for (const text of [out, json.out]) {
    expect(text.includes('\u001b')).toBe(false);
    expect(text.includes('\u202e')).toBe(false);
  }
  expect((await onTerminal(['guards', 'list'])).out).toBe('There are no guards.\n');
  expect((await onTerminal(['queue', 'list'])).out).toMatch(/^The queue is empty\.\n/);
});

it('asks before it deletes: exits with 2 on no and 3 if nobody can be asked; --yes and a dry run do not ask', async () => {
  const argv = ['segments', 'delete', 'one'];
  const nobody = await run(argv);
  expect(nobody).toMatchObject({ exitCode: 3, out: '' });
  expect(nobody.err).toMatch(/^segments delete one at http.*--yes/);
  expect((await onTerminal([...argv, '--no-input'])).exitCode).toBe(3);
  const asJson = JSON.parse((await run([...argv, '--json'])).err);
  expect(asJson).toEqual({ code: 'usage', detail: nobody.err.trimEnd() });
  for (const answer of ['n', '', null]) {
    const said = await onTerminal(argv, [answer]);
    expect(said).toMatchObject({ exitCode: 2, out: '', err: 'Cancelled. Nothing was changed.\n' });
    expect(said.asked[0]).toMatch(/segments delete one at http:.*\? \[y\/N\] $/);
  }
  expect((await run([...argv, '--dry-run'])).exitCode).toBe(0);
  expect((await onTerminal(argv, ['y'])).exitCode).toBe(0);
  const second = JSON.parse((await run(['segments', 'list', '--json'])).out).segments[0];
  expect((await run(['segments', 'delete', String(second.id), '--yes'])).exitCode).toBe(0);
  // A script may pass --yes to commands that do not ask.
  const update = ['profile', 'update', '--name', 'Fixture', '--dry-run', '--yes'];
  expect((await run(update)).exitCode).toBe(0);
});

it('SPEC-17 flows validate of an invalid flow exits 5, and of a valid one 0', async () => {
  const definition = { trigger: { event: 'x' }, nodes: [{ type: 'send_email', email_id: 999 }] };
  await running.invoke('create_flow', { key: 'invalid-flow', definition });
  await running.invoke('create_flow', {
    key: 'valid-flow',
    definition: { ...definition, nodes: [] },
  });
  const said = await run(['flows', 'validate', 'invalid-flow']);
  expect([said.exitCode, JSON.parse(said.out).valid]).toEqual([5, false]);
  expect((await run(['flows', 'validate', 'valid-flow'])).exitCode).toBe(0);
});

it('FIX-01 says the only error once, with its fix', async () => {
  const { err } = await run([
    ...['segments', 'create', '--key', 'none', '--name', 'None'],
    ...['--definition', '{"all": []}', '--yes'],
  ]);
  expect(err.trim().split('\n')).toEqual([
    'definition.all: The list of "all" is empty.',
    expect.stringMatching(/^ {2}Write a condition into the list/),
  ]);
});

it('names the nearest key', async () => {
  await running.invoke('create_segment', {
    ...{ name: 'Newsletter readers', definition: { type: 'has_tag', tag: 'news' } },
  });
  const said = await run(['segments', 'get', 'newsleter-readers']);
  expect(said.exitCode).toBe(6);
  expect(said.err).toContain('Did you mean newsletter-readers?');
  const asJson = JSON.parse((await run(['segments', 'get', 'newsleter-readers', '--json'])).err);
  expect(asJson).toMatchObject({ code: 'not_found', did_you_mean: 'newsletter-readers' });
  expect((await run(['segments', 'get', 'other'])).err).not.toContain('Did you mean');
});

it('FIX-01 names the id of the nearest email, since a command takes no key of one', async () => {
  const made = await running.invoke('create_email', {
    ...{ title: 'Spring sale', subject: 'x', body_markdown: 'x' },
  });
  const { email } = made as { email: { id: number } };
  for (const typed of ['spring-sale', 'spring-sail']) {
    const said = await run(['emails', 'get', typed, '--json']);
    const { did_you_mean } = JSON.parse(said.err);
    expect(did_you_mean).toBe(String(email.id));
    expect((await run(['emails', 'get', did_you_mean])).exitCode).toBe(0);
  }
});

it('FIX-01 names the id of the nearest layout and sequence, which commands take', async () => {
  const html = '<p>{{ content }}</p>';
  await running.invoke('create_layout', { name: 'Fancy letter', html });
  await running.invoke('create_sequence', { name: 'Fancy course' });
  for (const [noun, typed, key] of [
    ['layouts', 'fanzy-letter', 'fancy-letter'],
    ['sequences', 'fanzy-course', 'fancy-course'],
  ] as const) {
    const { did_you_mean } = JSON.parse((await run([noun, 'get', typed, '--json'])).err);
    expect((await run([noun, 'get', did_you_mean, '--json'])).out).toContain(`"${key}"`);
  }
});

it('has the number of recipients typed before it sends a broadcast', async () => {
  await running.invoke('upsert_person', { email: 'ada@example.com' });
  const { segment } = (await running.invoke('create_segment', {
    name: 'All',
    definition: { not: { type: 'suppressed' } },
  })) as { segment: { id: number } };
  const { broadcast } = (await running.invoke('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'scratch' },
  })) as { broadcast: { id: number; email_id: number } };
  await running.invoke('update_email', {
    ...{ email_id: broadcast.email_id, subject: 'News', body_markdown: 'Hello' },
  });
  const argv = ['broadcasts', 'send-now', String(broadcast.id)];
  const wrong = await onTerminal(argv, ['y']);
  expect(wrong).toMatchObject({ exitCode: 2 });
  expect(wrong.asked[0]).toMatch(/^This sends to 1 person, by http.* Type 1 to continue: $/);
  expect(await onTerminal(argv, ['1'])).toMatchObject({ exitCode: 0 });
});

it.each([
  [['--add-tags', 'vip'], /^This tags 1 person, by http/],
  [['--remove-tags', 'vip'], /^This takes tags from 1 person, by http/],
  [['--add-tags', 'a', '--remove-tags', 'b'], /^This changes the tags of 1 person, by http/],
])('AGT-08 asks before people tag-many %j what it does to whom', async (tags, question) => {
  await running.invoke('upsert_person', { email: 'asked@example.com' });
  const { asked } = await onTerminal(
    ['people', 'tag-many', '--q', 'asked@example.com', ...tags],
    ['n'],
  );
  expect(asked[0]).toMatch(question);
});

it('LEFT-05 messages send reads the files of --attach, with their names and types', async () => {
  const [invoice, notes] = [join(folder, 'Rechnung ä.pdf'), join(folder, 'notes.xyz')];
  await writeFile(invoice, 'PDF');
  await writeFile(notes, Buffer.from([0, 255]));
  const words = ['--subject', 'Invoice', '--body-markdown', 'Here it is.', '--yes'];
  const send = (...more: string[]) =>
    run(['messages', 'send', '--to', 'ada@example.com', ...words, ...more]);
  const written = '[{"filename":"a.txt","content_type":"text/plain","content_base64":"YQ=="}]';
  const sent = await send('--attach', invoice, '--attach', notes, '--attachments', written);
  expect(sent.err).toBe('');
  const files = await transaction(
    running.database,
    { readOnly: true },
    async ({ sql }) =>
      await sql`select filename, content_type from message_file_uses order by position`,
  );
  expect(files).toMatchObject([
    { filename: 'a.txt', content_type: 'text/plain' },
    { filename: 'Rechnung ä.pdf', content_type: 'application/pdf' },
    { filename: 'notes.xyz', content_type: 'application/octet-stream' },
  ]);
  expect((await send('--attach', join(folder, 'none.pdf'))).err).toContain('cannot be read');
  await truncate(invoice, limits.attachmentBytes + 1);
  expect(await send('--attach', invoice)).toMatchObject({ exitCode: 3 });
});

it('finds its server by flag, environment, postroad.yml and login, in this order', async () => {
  const { url, token } = running;
  const home = join(folder, 'home');
  const project = join(folder, 'project');
  const deep = join(project, 'a', 'b');
  await mkdir(deep, { recursive: true });
  const env = { XDG_CONFIG_HOME: home };
  const tell = (argv: string[], more: Record<string, string> = {}, cwd = '/') =>
    runCli(['profile', 'get', '--json', 'name', ...argv], { ...env, ...more }, '', false, { cwd });

  const unknown = await tell(['--url', url]);
  expect(unknown.err).toMatch(/there is no token.*postroad login --url/);
  expect((await tell(['--url', url], { POSTROAD_TOKEN: token })).exitCode).toBe(0);
  await writeFile(join(project, 'postroad.yml'), `url: ${url}\n`);
  const stolen = await tell([], { POSTROAD_TOKEN: token }, deep);
  expect(stolen).toMatchObject({ exitCode: 1 });
  expect(stolen.err).toMatch(/POSTROAD_URL must be set/);

  const refused = await runCli(['login', '--url', url], env, 'wrong-token\n');
  expect(refused).toMatchObject({
    exitCode: 4,
    err: `${url} refuses the token: it is unknown there, revoked or expired. Copy it as the server shows it. Nothing was stored.\n`,
  });
  const login = await runCli(['login', '--url', url], env, `${token}\n`);
  expect(login).toMatchObject({ exitCode: 0 });
  const kept = join(home, 'postroad', 'logins.json');
  expect((await stat(kept)).mode & 0o777).toBe(0o600);
  expect(await readFile(kept, 'utf8')).toContain(token);
  expect(login.out + login.err).not.toContain(token);

  expect((await tell([], {}, deep)).exitCode).toBe(0);
  expect((await tell([], {}, folder)).exitCode).toBe(0);
  const gone = { POSTROAD_URL: 'http://127.0.0.1:1', POSTROAD_TOKEN: 'x' };
  expect((await tell([], gone, deep)).err).toMatch(/No Postroad server answers/);
  const people = join(project, 'people.csv');
  await writeFile(people, 'email\nada@example.com\n');
  for (const streamed of [
    ['people', 'import', people],
    ['people', 'export'],
  ]) {
    // Fetch refuses port 1 before it connects.
    const closed = { ...gone, POSTROAD_URL: `http://127.0.0.1:${await freePort()}` };
    const { err } = await runCli(streamed, { ...env, ...closed }, '', false, { cwd: deep });
    expect(err).toMatch(/No Postroad server answers at \S+: the connection was refused/);
  }
  expect(await tell(['--url', url], gone, deep)).toMatchObject({
    exitCode: 4,
    err: expect.stringMatching(/refuses the token: .* Correct POSTROAD_TOKEN/),
  });
  const who = await runCli(['whoami', '--json'], env, '', false, { cwd: deep });
  expect(JSON.parse(who.out)).toMatchObject({
    place: url,
    chosen_by: join(project, 'postroad.yml'),
  });
  expect((await runCli(['logout', '--url', url], env)).exitCode).toBe(0);
  expect((await tell([], {}, deep)).err).toMatch(/there is no token/);
});

it.each([[['profile', 'get']], [['people', 'export']], [['backup', '-']]])(
  'ERR-01 %j says where the token is wrong, and where https is',
  async (argv) => {
    const asked = (url: string) =>
      runCli(argv, { POSTROAD_URL: url, POSTROAD_TOKEN: 'not-a-token' }, '', false, { cwd: '/' });
    expect(await asked(running.url)).toMatchObject({
      exitCode: 4,
      err: expect.stringMatching(/^http:\S+ refuses the token: .* Correct POSTROAD_TOKEN/),
    });
    expect(await asked(running.url.replace('http:', 'https:'))).toMatchObject({
      exitCode: 1,
      err: expect.stringMatching(/^No .* what answers there is not https; write http:\/\/.*\.\n$/),
    });
  },
);

it.each([
  ['token: abc\n', /has a key "token"\. Secrets do not belong in it/],
  ['urls: x\n', /unknown key "urls"\. Did you mean url\?/],
  ['url: example.com\n', /does not start with http/],
  ['url: [\n', /postroad\.yml:\d+:\d+ This is not YAML/],
  ['- a\n', /must hold keys and values/],
])('refuses a postroad.yml of %j', async (text, message) => {
  const cwd = await mkdtemp(join(folder, 'faulty-'));
  await writeFile(join(cwd, 'postroad.yml'), text);
  const ran = await runCli(['profile', 'get'], {}, '', false, { cwd });
  expect(ran).toMatchObject({ exitCode: 1, out: '' });
  expect(ran.err).toMatch(message);
});

it('explains commands and topics, and names the nearest', async () => {
  expect((await run(['help'])).out).toContain('Usage: postroad');
  expect((await run(['help', 'flows', 'validate'])).out).toContain(
    'Usage: postroad flows validate',
  );
  expect((await run(['help', 'exit-codes'])).out).toMatch(/7 {2}the state of the record/);
  expect((await run(['help', 'environment'])).out).toContain('postroad.yml');
  const wrong = await run(['help', 'flows', 'valdate']);
  expect(wrong).toMatchObject({ exitCode: 3 });
  expect(wrong.err).toMatch(/Did you mean validate\?/);
});

it('completes commands, flags, values and arguments in bash', async () => {
  const { out } = await run(['completion', 'bash']);
  const complete = (...words: string[]) => {
    const typed = words.map((word) => `'${word}'`).join(' ');
    const script = `${out}\nCOMP_WORDS=(postroad ${typed}); COMP_CWORD=${words.length}; _postroad; echo "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim();
  };
  expect(complete('flo')).toBe('flows');
  expect(complete('templ')).toBe('templates');
  expect(complete('templates', 'g')).toBe('get');
  expect(complete('flows', 'dr')).toBe('dry-run draft');
  expect(complete('flows', 'list', '--la')).toBe('--label');
  expect(complete('help', 'em')).toBe('emails');
  expect(complete('help', 'exit')).toBe('exit-codes');
  expect(complete('help', 'flows', 'dr')).toBe('dry-run draft');
  expect(complete('completion', 'b')).toBe('bash');
  expect(complete('mcp', 'install', 'c')).toBe('claude cursor codex');
  expect(complete('open', 'ma')).toBe('mailbox');
  expect(complete('tokens', 'create', '--scope', '')).toBe('events read draft send write admin');
});

it.each(['bash', 'zsh', 'fish'])('writes a completion for %s with every command', async (shell) => {
  const { out, exitCode } = await run(['completion', shell]);
  expect(exitCode).toBe(0);
  for (const word of ['broadcasts', 'send-now', 'dry-run', 'single_run']) {
    expect(out).toContain(word);
  }
  expect((await run(['completion', 'tcsh'])).exitCode).toBe(3);
});
