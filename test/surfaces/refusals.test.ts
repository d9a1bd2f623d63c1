import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningService, startService } from './running-service.ts';
import { runCli } from './three-surfaces.ts';

type Json = Record<string, unknown>;

interface Said {
  status: number;
  type: string | null;
  body: Json;
}

let running: RunningService;
let flowKey: string;
let emailId: number;

/** One request as any client makes it; the path is relative to the base URL. */
async function ask(method: string, path: string, body?: unknown): Promise<Said> {
  const response = await fetch(new URL(`/api/v1${path}`, running.url), {
    method,
    headers: {
      authorization: `Bearer ${running.token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const type = response.headers.get('content-type');
  return { status: response.status, type, body: (await response.json()) as Json };
}

async function made(path: string, body: Json, member: string): Promise<Json> {
  const { status, body: answer } = await ask('POST', path, body);
  expect([path, status]).toEqual([path, 201]);
  return answer[member] as Json;
}

beforeAll(async () => {
  running = await startService();
  const { flows } = (await ask('GET', '/flows')).body as { flows: { key: string }[] };
  flowKey = flows[0]?.key ?? '';
  const { emails } = (await ask('GET', '/emails')).body as { emails: { id: number }[] };
  emailId = emails[0]?.id ?? 0;
  await ask('POST', '/events', { email: 'ada@example.com', name: 'signed_up' });
});

afterAll(() => running.stop());

function expectRefusal(said: Said, status: number, code: string): void {
  expect(said).toMatchObject({
    status,
    type: expect.stringMatching(/^application\/problem\+json/),
    body: { status, code, detail: expect.stringMatching(/\S{3}/) },
  });
}

it.each([
  '/themes/none',
  '/templates/999999',
  '/components/none',
  '/emails/999999',
  '/flows/none',
  '/sequences/999999',
  '/broadcasts/999999',
  '/segments/none',
  '/guards/none',
  '/fields/none',
  '/people/nobody@example.com',
])('ERR-01 %s is not there', async (path) => {
  expectRefusal(await ask('GET', path), 404, 'not_found');
});

describe('ERR-02 a conflict answers the removal of', () => {
  it('a default theme, and one that is in use', async () => {
    const { themes } = (await ask('GET', '/themes')).body as {
      themes: { key: string; is_default: boolean }[];
    };
    const standard = themes.find(({ is_default }) => is_default)?.key;
    expectRefusal(await ask('DELETE', `/themes/${standard}`), 409, 'conflict');
    const theme = await made('/themes', { name: 'Worn' }, 'theme');
    const layout = { name: 'Wears it', html: '{{ content }}', theme: theme.key };
    await made('/templates', layout, 'template');
    expectRefusal(await ask('DELETE', `/themes/${theme.key}`), 409, 'in_use');
  });

  it('a flow that people ran through', async () => {
    expectRefusal(await ask('DELETE', `/flows/${flowKey}`), 409, 'conflict');
  });

  it('a sequence with people partway', async () => {
    const sequence = await made('/sequences', { name: 'Course' }, 'sequence');
    const step = { email_source: 'shared', email_id: emailId, delay_amount: 3 };
    const added = await made(`/sequences/${sequence.id}/add_step`, step, 'step');
    await ask('PATCH', `/sequence_steps/${added.id}`, { status: 'active' });
    await ask('POST', `/sequences/${sequence.id}/toggle`, { enabled: true });
    const nodes = [{ type: 'start_sequence', sequence_id: sequence.id }];
    const definition = { trigger: { event: 'course_began' }, nodes };
    await made('/flows', { key: 'course', definition }, 'flow');
    await ask('POST', '/flows/course/activate');
    await ask('POST', '/events', { email: 'bob@example.com', name: 'course_began' });
    await ask('POST', '/clock', { advance: { amount: 1, unit: 'hours' } });
    expectRefusal(await ask('DELETE', `/sequences/${sequence.id}`), 409, 'conflict');
  });

  it('an email that something sends, for good', async () => {
    expectRefusal(await ask('DELETE', `/emails/${emailId}?permanent=1`), 409, 'in_use');
  });

  it('a broadcast neither draft nor canceled', async () => {
    const definition = { type: 'has_tag', tag: 'vip' };
    const segment = await made('/segments', { name: 'Best', definition }, 'segment');
    const draft = { name: 'News', email_source: 'copy', email_id: emailId, segment_id: segment.id };
    const { id } = await made('/broadcasts', draft, 'broadcast');
    await ask('POST', `/broadcasts/${id}/schedule`, { send_at: '2099-01-01T09:00' });
    expectRefusal(await ask('DELETE', `/broadcasts/${id}`), 409, 'conflict');
  });
});

it('ERR-03 a flow with errors does not go live, and only what is scheduled is unscheduled', async () => {
  const nodes = [{ type: 'send_email', email_id: 999_999 }];
  await made('/flows', { key: 'lost', definition: { trigger: { event: 'x' }, nodes } }, 'flow');
  const refused = await ask('POST', '/flows/lost/activate');
  expectRefusal(refused, 409, 'conflict');
  expect(refused.body.validation).toMatchObject({ errors: [{ code: 'email_unknown' }] });
  const { id } = await made('/broadcasts', { name: 'B', email_source: 'scratch' }, 'broadcast');
  expectRefusal(await ask('POST', `/broadcasts/${id}/unschedule`), 409, 'conflict');
});

it.each([
  ['ERR-04', 'POST', '/themes', {}, 'name'],
  [
    'ERR-04',
    'POST',
    '/themes',
    { name: 'A', variables: { linkcolor: '#fff' } },
    'variables.linkcolor',
  ],
  [
    'ERR-04',
    'POST',
    '/themes',
    { name: 'A', variables: { link_color: { light: 'blue', dark: '#fff' } } },
    'variables.link_color',
  ],
  ['ERR-05', 'POST', '/templates', { name: 'A', html: '<p>no content</p>' }, 'html'],
  [
    'ERR-05',
    'POST',
    '/emails',
    { body_markdown: '{{ person.first_name | upcse }}' },
    'body_markdown',
  ],
  ['ERR-05', 'POST', '/emails', { from_address: 'nobody' }, 'from_address'],
  ['ERR-05', 'POST', '/broadcasts', { name: 'B', email_source: 'shared' }, 'email_source'],
  [
    'ERR-05',
    'PATCH',
    '/settings',
    { settings: { 'sending.mailing_adress': 'x' } },
    'settings.sending.mailing_adress',
  ],
] as const)('%s %s %s %j names the field', async (_clause, method, path, body, field) => {
  const said = await ask(method, path, body);
  expectRefusal(said, 422, 'validation_failed');
  const errors = said.body.errors as { path: string; message: string }[];
  expect(errors.map((error) => error.path)).toContainEqual(expect.stringContaining(field));
  for (const { message } of errors) expect(message).toMatch(/\S{3}/);
});

it('ERR-05 several faults are counted without a word that only the API has, as the console shows them', async () => {
  const settings = { 'sending.mailing_adress': 'x', 'sending.trak_opens': true };
  const { body } = await ask('PATCH', '/settings', { settings });
  expect(body.errors).toHaveLength(2);
  expect(body.detail).toMatch(/ There is 1 more\.$/);
});

it('ERR-07 codes of findings are spelled as they are documented', async () => {
  const definition = {
    trigger: { event: 'x' },
    nodes: [
      { id: 1, type: 'add_tag', tag: 'a' },
      { id: 2, type: 'send_email', email_id: 999_999 },
      {
        id: 3,
        type: 'if_else',
        condition: { type: 'has_tag', tag: 'a', colour: 'red' },
        then: [],
        else: [],
      },
    ],
    node_counter: 4,
  };
  await made('/flows', { key: 'spelled', definition }, 'flow');
  const found = await ask('POST', '/flows/spelled/validate', { definition });
  expect((found.body.errors as { code: string }[]).map(({ code }) => code)).toEqual(
    expect.arrayContaining(['email_unknown', 'condition_keys_unknown']),
  );
  const { files } = (await ask('GET', '/definitions')).body as { files: Record<string, string> };
  const changed = JSON.parse(files['flows/spelled.json'] ?? '{}') as Json & {
    definition: { nodes: Json[] };
  };
  const [first] = changed.definition.nodes;
  changed.definition.nodes = [{ ...first, type: 'remove_tag' }];
  const plan = await ask('POST', '/definitions/diff', {
    files: {
      'flows/spelled.json': JSON.stringify(changed),
      'settings.yml': 'send_windows: 5\n',
    },
  });
  const codes = JSON.stringify(plan.body.changes).match(/"code":"\w+"/g);
  for (const code of ['node_id_freed', 'node_id_repurposed', 'setting_invalid']) {
    expect(codes).toContain(`"code":"${code}"`);
  }
});

it.each(['/themes', '/templates', '/flows', '/emails', '/people', '/queue', '/settings', '/tags'])(
  'SURF-01 %s is under the base address and answers JSON',
  async (path) => {
    const { status, type } = await ask('GET', path);
    expect([status, type]).toEqual([200, expect.stringMatching(/^application\/json/)]);
  },
);

it('SURF-01 takes JSON and says so of anything else', async () => {
  const response = await fetch(new URL('/api/v1/themes', running.url), {
    method: 'POST',
    headers: {
      authorization: `Bearer ${running.token}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'name=A',
  });
  const body = (await response.json()) as Json;
  const type = response.headers.get('content-type');
  expectRefusal({ status: response.status, type, body }, 415, 'unsupported_media_type');
});

it.each([
  ['GET', '/queue?status=Sent', undefined],
  ['GET', '/Flows', undefined],
  ['GET', '/emails/1.0', undefined],
  ['POST', '/themes', { Name: 'A' }],
  ['POST', '/flows', { key: 'exact', run_policy: 'Repeat' }],
  ['POST', '/emails', { template_id: '1' }],
])('SURF-02 %s %s %j is not what is meant', async (method, path, body) => {
  expect([404, 422]).toContain((await ask(method, path, body)).status);
});

it('SURF-02 ids are integers', async () => {
  for (const [path, member] of [
    ['/themes', 'themes'],
    ['/templates', 'templates'],
    ['/flows', 'flows'],
    ['/emails', 'emails'],
    ['/people', 'people'],
  ] as const) {
    const [record] = (await ask('GET', path)).body[member] as Json[];
    expect([path, Number.isInteger(record?.id)]).toEqual([path, true]);
  }
});

it('SAFE-57 a 403 names what was called in the words of its surface', async () => {
  const made = await ask('POST', '/tokens', { name: 'Reader', scope: 'read' });
  const { secret } = made.body as { secret: string };
  const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ reason: 'x' });
  const url = `${running.url}/api/v1/sending/hold`;
  const overHttp = await fetch(url, { method: 'POST', headers, body });
  expect(await overHttp.json()).toMatchObject({
    status: 403,
    detail:
      'The token "Reader" may only read. Use a token of scope write for POST /api/v1/sending/hold.',
  });
  const agent = await ask('POST', '/tokens', { name: 'Agent', scopes: ['read', 'draft'] });
  const held = await fetch(url, {
    method: 'POST',
    headers: { ...headers, authorization: `Bearer ${(agent.body as { secret: string }).secret}` },
    body,
  });
  expect(await held.json()).toMatchObject({
    detail: expect.stringMatching(/may only read, make drafts and dry-run writes\. Use a token/),
  });
  const env = { ...running.env, POSTROAD_TOKEN: secret };
  const onCommandLine = await runCli(['sending', 'hold', '--reason', 'x'], env);
  expect(onCommandLine.err).toContain('Use a token of scope write for postroad sending hold.');
});
