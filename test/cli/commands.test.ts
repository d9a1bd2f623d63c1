import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { version } from '@postroad/core/platform/version';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { projectTree } from '../support/repository.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

let running: RunningService;
let folder: string;

beforeAll(async () => {
  running = await startService();
  folder = await mkdtemp(join(tmpdir(), 'postroad-cli-'));
});

afterAll(async () => {
  await running.stop();
  await rm(folder, { recursive: true, force: true });
});

const run = (argv: string[], stdin = '', env = running.env) => runCli(argv, env, stdin);

it('has the version of its packages', async () => {
  const manifest = JSON.parse(projectTree().get('package.json') ?? '{}') as { version: string };
  expect(version).toBe(manifest.version);
  expect((await run(['version'])).out).toBe(`${version}\n`);
  expect((await run(['--version'])).out).toBe(`${version}\n`);
});

it('explains itself', async () => {
  const help = await run(['--help']);
  expect(help.exitCode).toBe(0);
  for (const word of ['serve', 'worker', 'mcp', 'migrate', 'doctor', 'flows', 'POSTROAD_URL']) {
    expect(help.out).toContain(word);
  }
  const flag = await run(['emails', 'create', '--help']);
  expect(flag.out).toContain('--body-markdown <value>');
  expect(flag.out).toContain('--dry-run');
});

it.each<[argv: string[], hint: RegExp]>([
  [['templaets'], /^There is no command "templaets"\. Did you mean templates\?$/m],
  [['environmnt'], /Did you mean environment\?$/m],
  [['nonsense'], /^There is no command "nonsense"\. "postroad help" lists what there is\.$/m],
  [['people', 'nonsense'], /"people nonsense"\. "postroad help people" lists what there is\.$/m],
])('FIX-01 help of %j, which there is not, says what there is', async (argv, hint) => {
  const ran = await run(['help', ...argv]);
  expect(ran.exitCode).toBe(3);
  expect(ran.err).toMatch(hint);
});

it.each<[string, string[], number, RegExp]>([
  ['a misspelt noun', ['flow', 'list'], 3, /Did you mean flows\?/],
  ['a misspelt verb', ['flows', 'lst'], 3, /Did you mean list\?/],
  ['a misspelt flag', ['flows', 'list', '--labl', 'x'], 3, /Did you mean --label\?/],
  ['a missing parameter', ['flows', 'get'], 3, /missing required argument 'flow_key'/],
  ['one parameter too many', ['flows', 'get', 'a', 'b'], 3, /too many arguments/],
  ['nothing', [], 3, /Usage: postroad/],
  ['a noun alone', ['flows'], 3, /Usage: postroad flows/],
  ['JSON that is none', ['emails', 'create', '--body', '{'], 3, /--body is not valid JSON/],
  [
    'an argument whose JSON is none',
    ['flows', 'create', '--key', 'x', '--definition', '{bad'],
    3,
    /--definition is not valid JSON/,
  ],
  ['JSON that is a list', ['emails', 'create', '--body', '[]'], 3, /must be a JSON object/],
  ['two bodies', ['emails', 'create', '--body', '{}', '--file', 'x'], 3, /not both/],
  ['a file that is not there', ['emails', 'create', '--file', 'none.json'], 3, /cannot be read/],
  ['an unknown record', ['flows', 'get', 'nowhere'], 6, /There is no flow "nowhere"/],
  [
    'wrong input',
    ['tokens', 'create', '--scope', 'all'],
    5,
    /scope: .*read, draft, send, write, admin/,
  ],
  [
    'an unknown key',
    ['tokens', 'create', '--body', '{"nam":"x","scope":"read"}'],
    5,
    /Did you mean name/,
  ],
])('ends %s with the right code', async (_, argv, exitCode, message) => {
  const ran = await run(argv);
  expect(ran.err).toMatch(message);
  expect(ran).toMatchObject({ exitCode, out: '' });
});

it.each<[string, string[], string]>([
  [
    'a flag',
    ['events', 'record', '--name', 'x', '--email', 'a@example.com', '--details', '{"id":ID}'],
    'details.id',
  ],
  ['a detail', ['events', 'send', 'x', 'a@example.com', 'id=ID'], 'details.id'],
  ['a list', ['events', 'record-batch', '--events', '[{"details":[ID]}]'], 'events[0].details[0]'],
  ['the body', ['events', 'record', '--body', '{"details":{"id":ID}}'], 'details.id'],
  ['standard input', ['events', 'record', '--file', '-'], 'details.n'],
])('EVENT-10 refuses an id of 64 bits in %s', async (_, argv, path) => {
  const given = argv.map((argument) => argument.replace('ID', '9007199254740993'));
  const ran = await run([...given, '--json'], '{"details":{"n":9007199254740993}}');
  expect(ran).toMatchObject({ exitCode: 5, out: '' });
  expect(JSON.parse(ran.err)).toMatchObject({ errors: [{ path, code: 'number_invalid' }] });
});

it('refuses with 4 what a token may not do', async () => {
  const made = await run(['tokens', 'create', '--name', 'Reader', '--scope', 'read', '--json']);
  const { secret } = JSON.parse(made.out) as { secret: string };
  const env = { ...running.env, POSTROAD_TOKEN: secret };
  expect((await run(['themes', 'list'], '', env)).exitCode).toBe(0);
  expect((await run(['themes', 'create', '--name', 'X'], '', env)).exitCode).toBe(4);
  const wrong = { ...running.env, POSTROAD_TOKEN: 'wrong' };
  expect((await run(['themes', 'list'], '', wrong)).exitCode).toBe(4);
});

it('says 7 where a flow is not fit to go live, and why', async () => {
  const definition = {
    trigger: { event: 'never' },
    nodes: [{ type: 'send_email', email_id: 99_999 }],
  };
  const file = join(folder, 'flow.json');
  await writeFile(file, JSON.stringify({ definition }));
  expect((await run(['flows', 'create', '--key', 'broken', '--file', file])).exitCode).toBe(0);
  const refused = await run(['flows', 'activate', 'broken', '--yes']);
  expect(refused.exitCode).toBe(7);
  expect(refused.err).toMatch(/nodes\[0\]/);
});

it('takes arguments from flags, JSON, a file and standard input alike', async () => {
  const event = { email: 'ada@example.com', name: 'bought', details: { plan: 'pro' } };
  const file = join(folder, 'event.json');
  await writeFile(file, JSON.stringify(event));
  const flags = ['--email', event.email, '--name', event.name, '--details', '{"plan":"pro"}'];
  const ways: [string[], string?][] = [
    [flags],
    [['--body', JSON.stringify(event)]],
    [['--file', file]],
    [['--file', '-'], JSON.stringify(event)],
    [['--body', '-', '--name', 'bought'], JSON.stringify({ ...event, name: 'replaced' })],
  ];
  for (const [argv, stdin] of ways) {
    const ran = await run(['events', 'record', ...argv, '--json'], stdin);
    expect(ran.err).toBe('');
    expect(JSON.parse(ran.out)).toMatchObject({ status: 'created' });
  }
  const { out } = await run(['events', 'list', '--name', 'bought', '--json']);
  const { events } = JSON.parse(out) as { events: { details: unknown }[] };
  expect(events).toHaveLength(ways.length);
  for (const entry of events) expect(entry.details).toEqual(event.details);
});

it('reads lists, booleans and null', async () => {
  const email = await run([
    'emails',
    'create',
    '--labels',
    'a',
    '--labels',
    'b',
    '--from-address',
    'null',
  ]);
  expect(JSON.parse(email.out)).toMatchObject({
    email: { labels: ['a', 'b'], from_address: null },
  });
  const json = await run(['emails', 'create', '--labels', '["c"]']);
  expect(JSON.parse(json.out)).toMatchObject({ email: { labels: ['c'] } });
  const theme = await run(['themes', 'create', '--name', 'Flagged', '--is-default', '--dry-run']);
  expect(JSON.parse(theme.out)).toMatchObject({ theme: { is_default: true }, dry_run: true });
  const other = await run([
    'themes',
    'create',
    '--name',
    'Flagged',
    '--is-default',
    'false',
    '--dry-run',
  ]);
  expect(JSON.parse(other.out)).toMatchObject({ theme: { is_default: false } });
});

it('changes nothing in a dry run, and once under a key', async () => {
  const count = async () =>
    (JSON.parse((await run(['themes', 'list', '--json'])).out) as { themes: unknown[] }).themes
      .length;
  const before = await count();
  await run(['themes', 'create', '--name', 'Once', '--dry-run']);
  expect(await count()).toBe(before);
  const argv = ['themes', 'create', '--name', 'Once', '--idempotency-key', 'once', '--json'];
  const [first, second] = [await run(argv), await run(argv)];
  expect(second).toEqual(first);
  expect(await count()).toBe(before + 1);
});

it('writes for people on a terminal and for programs elsewhere', async () => {
  const ran = await run(['profile', 'get']);
  expect(ran.out.trim().split('\n')).toHaveLength(1);
  const onTerminal = await runCli(['profile', 'get'], running.env, '', true);
  expect(onTerminal.out.split('\n').length).toBeGreaterThan(3);
  expect(onTerminal.out).toMatch(/^timezone +America\/New_York$/m);
  const forced = await runCli(['profile', 'get', '--json'], running.env, '', true);
  expect(forced.out).toBe(ran.out);
  const problem = await run(['flows', 'get', 'nowhere', '--json']);
  expect(JSON.parse(problem.err)).toMatchObject({ status: 404, code: 'not_found' });
});

it('prints a dry run of a flow on a terminal as text', async () => {
  const nodes = [
    {
      ...{ type: 'if_else', name: 'Known?', condition: { type: 'has_tag', tag: 'vip' } },
      ...{ then: [], else: [{ type: 'delay', duration: { amount: 1, unit: 'days' } }] },
    },
    { type: 'add_tagg' },
  ];
  const definition = JSON.stringify({ trigger: { event: 'signed_up' }, nodes });
  await run(['people', 'upsert', '--email', 'dry@example.com']);
  const argv = ['flows', 'dry-run', 'welcome', '--person', 'dry@example.com'];
  const plainEnv = { ...running.env, NO_COLOR: '1' };
  const tried = await runCli([...argv, '--definition', definition], plainEnv, '', true);
  const lines = tried.out.trimEnd().split('\n');
  expect(lines[0]).toMatch(/^Trigger not tried for dry@example\.com: No event was given/);
  expect(lines[1]).toMatch(/^├─ 2-known {5}→ else: Take "else": If /);
  expect(lines[2]).toMatch(/^│ +✗ \{"type":"has_tag","tag":"vip"\} saw false$/);
  expect(lines[3]).toBe('│  ├─ 3-delay  Wait 1 day');
  expect(lines[4]).toMatch(/^└─ Waits at welcome\.3-delay until 2/);
  expect(lines.slice(5)).toEqual([
    'Problems:',
    expect.stringMatching(/^ {2}error at nodes\[1\]\.type: /),
    ...lines.slice(7),
  ]);
  const event = JSON.stringify({ name: 'signed_up' });
  const went = await runCli([...argv, '--event', event, '--no-color'], running.env, '', true);
  expect(went.out).toMatch(/^Triggered for .*\n├─ 1-send-welcome-email {2}Queue email \d+, /);
  expect(went.out).toMatch(/\n└─ Completes\.\nProblems:\n +warning at trigger\.event: [^\n]+\n/);
  const other = JSON.stringify({ name: 'other' });
  const stayed = await runCli([...argv, '--event', other], plainEnv, '', true);
  expect(stayed.out).toMatch(/^Not triggered for .*\nNothing would happen\.\nProblems:\n/);
  const rest = { type: 'delay', name: 'Rest', duration: { amount: 2, unit: 'days' } };
  const waiting = JSON.stringify({ trigger: { event: 'x' }, nodes: [rest, rest] });
  const assume = JSON.stringify([{ step: '2-rest', outcome: 'waited' }]);
  const further = [...argv, '--definition', waiting];
  for (const flags of [['--past-waits'], ['--assume', assume]]) {
    const { out } = await runCli([...further, ...flags], plainEnv, '', true);
    expect(out).toMatch(/\n├─ 2-rest {2}Wait 2 days\n│ {2}2\d\d\d-[^\n]+Z\n├─ 2-rest {2}Continue/);
  }
  const plain = await run([...argv, '--event', other]);
  expect(JSON.parse(plain.out)).toMatchObject({ triggered: false, steps: [] });
});

it('draws a flow as a diagram and as an outline', async () => {
  const diagram = await run(['flows', 'diagram', 'welcome']);
  expect(diagram).toMatchObject({ exitCode: 0, err: '' });
  expect(diagram.out).toMatch(/^flowchart TD\n[\s\S]*welcome email[\s\S]*\n$/);
  const outline = await run(['flows', 'outline', 'welcome']);
  expect(outline.out).toMatch(/1-send-welcome-email/);
  const missing = await run(['flows', 'diagram', 'nowhere']);
  expect(missing).toMatchObject({ exitCode: 6, out: '' });
  expect(missing.err).toMatch(/There is no flow "nowhere"/);
});

it.each([
  [{ POSTROAD_URL: 'http://localhost:1' }, /POSTROAD_TOKEN must be set/],
  [{ POSTROAD_TOKEN: 'x' }, /POSTROAD_URL must be set/],
  [{ POSTROAD_URL: 'ftp://x', POSTROAD_TOKEN: 'x' }, /POSTROAD_URL must start with/],
  [{ POSTROAD_URL: 'http://x', POSTROAD_TOKEN: 'a b' }, /POSTROAD_TOKEN must be a token/],
  [{ POSTROAD_URL: 'http://127.0.0.1:1', POSTROAD_TOKEN: 'x' }, /No Postroad server answers/],
])('names what is wrong with %j', async (env, message) => {
  const ran = await run(['themes', 'list'], '', env as Record<string, string>);
  expect(ran.exitCode).toBe(1);
  expect(ran.err).toMatch(message);
});
