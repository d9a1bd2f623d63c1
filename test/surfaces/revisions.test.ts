import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import { toolForOperation } from '@postroad/mcp/tools/catalog';
import { toolSchema } from '@postroad/mcp/tools/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type McpClient, transports } from '../mcp/mcp-clients.ts';
import { type RunningService, startService } from './running-service.ts';
import { runCli } from './three-surfaces.ts';

type Json = Record<string, unknown>;

let running: RunningService;
let mcp: McpClient;

beforeAll(async () => {
  running = await startService();
  mcp = await transports['Streamable HTTP, 2026'](running, '?confirm=never');
});

afterAll(async () => {
  await mcp.close();
  await running.stop();
});

interface Answered {
  status: number;
  etag: string | null;
  body: Json;
}

async function ask(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Json,
): Promise<Answered> {
  const response = await fetch(`${running.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${running.token}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  return {
    status: response.status,
    etag: response.headers.get('etag'),
    body: text === '' ? {} : (JSON.parse(text) as Json),
  };
}

const condition = { type: 'has_tag', tag: 'vip' };

let made = 0;

/** A guard of its own for each test. */
async function newGuard(): Promise<string> {
  made += 1;
  const key = `guard-${made}`;
  await running.invoke('create_guard', { key, condition });
  return key;
}

describe('over HTTP', () => {
  it('REV-05, REV-08 answers the revision with its ETag, and 304 to who has it', async () => {
    const path = `/guards/${await newGuard()}`;
    const got = await ask('GET', path);
    expect(got).toMatchObject({ status: 200, etag: '"1"', body: { guard: { revision: 1 } } });
    const changed = await ask('PATCH', path, {}, { name: 'VIPs' });
    expect(changed).toMatchObject({ status: 200, etag: '"2"', body: { guard: { revision: 2 } } });
    for (const tags of ['"2"', 'W/"2"', '"1", "2"', '*']) {
      const again = await ask('GET', path, { 'if-none-match': tags });
      expect(again, tags).toEqual({ status: 304, etag: '"2"', body: {} });
    }
    expect(await ask('GET', path, { 'if-none-match': '"1"' })).toMatchObject({ status: 200 });
    const settings = await ask('GET', '/settings');
    expect(settings.etag).toBe(`"${String(settings.body.revision)}"`);
  });

  it('REV-06 refuses a write of another revision with the record as it is', async () => {
    const path = `/guards/${await newGuard()}`;
    await ask('PATCH', path, { 'if-match': '"1"' }, { name: 'One' });
    const stale = await ask('PATCH', path, { 'if-match': '"1"' }, { name: 'Two' });
    expect(stale).toMatchObject({
      status: 412,
      body: {
        code: 'revision_mismatch',
        expected: 1,
        actual: 2,
        current: { name: 'One', revision: 2 },
      },
    });
    expect((await ask('GET', path)).body.guard).toMatchObject({ name: 'One', revision: 2 });
    const dry = await ask('DELETE', `${path}?dry_run=1`, { 'if-match': '"1"' });
    expect(dry.status).toBe(412);
    expect((await ask('DELETE', path, { 'if-match': '"1"' })).status).toBe(412);
    expect((await ask('DELETE', path, { 'if-match': '"2"' })).status).toBe(200);
  });

  it('REV-06 reads lists, any and weak tags of If-Match as RFC 9110 does', async () => {
    const path = `/guards/${await newGuard()}`;
    const patch = async (tags: string, name: string) =>
      (await ask('PATCH', path, { 'if-match': tags }, { name })).status;
    expect(await patch('"7", "1"', 'a')).toBe(200);
    expect(await patch('*', 'b')).toBe(200);
    expect(await patch('W/"3"', 'c')).toBe(412);
    expect(await patch('"other"', 'c')).toBe(412);
    expect(await patch('"3" , W/"9"', 'c')).toBe(200);
    for (const broken of ['3', '"3', '"3" "4"', ',']) {
      const refused = await ask('PATCH', path, { 'if-match': broken }, { name: 'd' });
      expect(refused, broken).toMatchObject({
        status: 422,
        body: { errors: [{ path: 'If-Match' }] },
      });
    }
    const people = await ask('POST', '/people', { 'if-match': '"1"' }, { email: 'a@example.com' });
    expect(people).toMatchObject({ status: 422, body: { errors: [{ path: 'If-Match' }] } });
    const missing = await ask('PATCH', '/guards/none', { 'if-match': '"1"' }, { name: 'd' });
    expect(missing.status).toBe(404);
  });

  it('REV-06 takes If-Match on actions, on steps of a sequence, on settings and the profile', async () => {
    const { sequence } = (await running.invoke('create_sequence', { name: 'Tips' })) as {
      sequence: { id: number };
    };
    const path = `/sequences/${sequence.id}`;
    const added = await ask(
      'POST',
      `${path}/add_step`,
      { 'if-match': '"1"' },
      {
        email_source: 'scratch',
      },
    );
    expect(added).toMatchObject({ status: 201, etag: '"2"' });
    const step = (added.body.step as { id: number }).id;
    const stale = await ask(
      'PATCH',
      `/sequence_steps/${step}`,
      { 'if-match': '"1"' },
      {
        delay_amount: 2,
      },
    );
    expect(stale).toMatchObject({ status: 412, body: { current: { name: 'Tips', revision: 2 } } });
    const on = await ask('POST', `${path}/toggle`, { 'if-match': '"2"' }, { enabled: true });
    expect(on).toMatchObject({ status: 200, etag: '"3"' });
    for (const [one, body] of [
      ['/settings', { settings: { 'sending.mailing_address': '1 Main St' } }],
      ['/profile', { name: 'Acme' }],
    ] as const) {
      const { etag } = await ask('GET', one);
      const first = await ask('PATCH', one, { 'if-match': etag ?? '' }, body);
      expect(first.status, one).toBe(200);
      expect(first.etag).not.toBe(etag);
      expect(await ask('PATCH', one, { 'if-match': etag ?? '' }, body)).toMatchObject({
        status: 412,
      });
    }
  });

  it('REV-06 replays the first answer under an idempotency key, whatever the revision is by then', async () => {
    const path = `/guards/${await newGuard()}`;
    const headers = { 'if-match': '"1"', 'idempotency-key': `key of ${path}` };
    const first = await ask('PATCH', path, headers, { name: 'Once' });
    expect(await ask('PATCH', path, headers, { name: 'Once' })).toEqual(first);
  });

  it('REV-02 a product has a single GET', async () => {
    await running.invoke('create_product', { key: 'pro', name: 'Pro' });
    expect(await ask('GET', '/products/pro')).toMatchObject({
      status: 200,
      etag: '"1"',
      body: { product: { key: 'pro', name: 'Pro', active_subscriptions: 0, revision: 1 } },
    });
    expect((await ask('GET', '/products/none')).status).toBe(404);
  });
});

describe('drafts', () => {
  const definition = (tag: string) => ({
    trigger: { event: 'signed_up' },
    nodes: [{ type: 'add_tag', tag }],
  });

  async function newFlow(): Promise<string> {
    made += 1;
    const key = `draft-flow-${made}`;
    await running.invoke('create_flow', { key, definition: definition('live') });
    return key;
  }

  const revisionOf = ({ body }: Answered) => (body.draft as { revision: number }).revision;

  it('STAGE-01, REV-06 refuses to replace the draft of another author unseen', async () => {
    const path = `/flows/${await newFlow()}/draft`;
    const first = await ask('PUT', path, {}, { definition: definition('one') });
    const seen = revisionOf(first);
    expect(first.etag).toBe(`"${seen}"`);
    const same = await ask('PUT', path, {}, { definition: definition('one') });
    expect(revisionOf(same)).toBe(seen);
    const mine = { 'if-match': `"${seen}"` };
    const second = await ask('PUT', path, mine, { definition: definition('two') });
    expect(second.status).toBe(200);
    expect(revisionOf(second)).toBeGreaterThan(seen);
    const stale = await ask('PUT', path, mine, { definition: definition('three') });
    expect(stale).toMatchObject({
      status: 412,
      body: {
        code: 'revision_mismatch',
        expected: seen,
        actual: revisionOf(second),
        current: { definition: { nodes: [{ tag: 'two' }] } },
      },
    });
    expect((await ask('DELETE', path, mine)).status).toBe(412);
    // What is live moves without the draft, so no answer about it is the same as before.
    const again = await ask('GET', path, { 'if-none-match': second.etag ?? '' });
    expect(again).toMatchObject({ status: 200, etag: second.etag });
    expect((await ask('DELETE', path, { 'if-match': second.etag ?? '' })).status).toBe(200);
    const gone = await ask('PUT', path, mine, { definition: definition('three') });
    expect(gone).toMatchObject({ status: 412, body: { actual: null, current: null } });
    const fresh = await ask('PUT', path, {}, { definition: definition('four') });
    expect(revisionOf(fresh)).toBeGreaterThan(revisionOf(second));
  });

  it('STAGE-01, REV-06 the same of the draft of an email', async () => {
    const { email } = (await running.invoke('create_email', {
      ...{ subject: 'Live', body_markdown: 'Hello' },
    })) as { email: { id: number } };
    const path = `/emails/${email.id}/draft`;
    const first = await ask('PUT', path, {}, { subject: 'One' });
    const mine = { 'if-match': first.etag ?? '' };
    expect((await ask('PUT', path, mine, { subject: 'Two' })).status).toBe(200);
    const stale = await ask('PUT', path, mine, { subject: 'Three' });
    expect(stale).toMatchObject({ status: 412, body: { current: { subject: 'Two' } } });
  });

  it('STAGE-01, REV-06 of two authors who save at once one is refused', async () => {
    const path = `/flows/${await newFlow()}/draft`;
    let { etag } = await ask('PUT', path, {}, { definition: definition('begun') });
    for (let round = 0; round < 10; round += 1) {
      const saves = await Promise.all(
        ['a', 'b'].map((tag) =>
          ask('PUT', path, { 'if-match': etag ?? '' }, { definition: definition(tag + round) }),
        ),
      );
      expect(saves.map(({ status }) => status).sort()).toEqual([200, 412]);
      etag = saves.find(({ status }) => status === 200)?.etag ?? null;
    }
  });

  it('REV-07 tools and commands take it too', async () => {
    const flow_key = await newFlow();
    const save = (tag: string, if_revision?: number) =>
      mcp.call('save_draft', {
        ...{ flow_key, definition: definition(tag) },
        ...(if_revision === undefined ? {} : { if_revision }),
      });
    const first = (await save('one')).answer as { draft: { revision: number } };
    const { revision } = first.draft;
    expect((await save('two', revision)).isError).toBeFalsy();
    expect(await save('three', revision)).toMatchObject({
      isError: true,
      answer: { code: 'revision_mismatch', expected: revision },
    });
    const stale = await runCli(
      [
        ...['flows', 'delete-draft', flow_key, '--if-revision', String(revision)],
        ...['--yes', '--json'],
      ],
      running.env,
    );
    expect(stale.exitCode).toBe(7);
    expect(JSON.parse(stale.err)).toMatchObject({ code: 'revision_mismatch' });
  });
});

describe('tools and commands', () => {
  it('REV-07 if_revision of a tool does what If-Match does', async () => {
    const guard_key = await newGuard();
    const save = (name: string, if_revision: unknown) =>
      mcp.call('save_guard', { guard_key, name, if_revision });
    expect(await save('One', 1)).toMatchObject({ answer: { guard: { revision: 2 } } });
    expect(await save('Two', '1')).toMatchObject({
      isError: true,
      answer: {
        code: 'revision_mismatch',
        expected: 1,
        actual: 2,
        current: { name: 'One' },
        fix: expect.stringContaining('if_revision 2'),
      },
    });
    expect(await save('Two', 'newest')).toMatchObject({ answer: { code: 'validation_failed' } });
    const gone = await mcp.call('save_guard', { guard_key: 'none', condition, if_revision: 1 });
    expect(gone).toMatchObject({ isError: true, answer: { code: 'not_found' } });
  });

  it('REV-07 --if-revision of a command does what If-Match does', async () => {
    const key = await newGuard();
    const update = (name: string, revision: string) =>
      runCli(
        ['guards', 'update', key, '--name', name, '--if-revision', revision, '--json'],
        running.env,
      );
    expect(await update('One', '1')).toMatchObject({ exitCode: 0 });
    const stale = await update('Two', '1');
    expect(stale.exitCode).toBe(7);
    expect(JSON.parse(stale.err)).toMatchObject({ code: 'revision_mismatch', actual: 2 });
    const people = ['guards', 'update', key, '--name', 'Two', '--if-revision', '1'];
    expect((await runCli(people, running.env)).err).toContain(
      'repeat the command with --if-revision 2.',
    );
    expect((await update('Two', 'newest')).exitCode).toBe(3);
  });

  it('REV-07 every write of a record with a revision takes it on every surface', () => {
    const taking = operationNames.filter((name) => takesRevision(operationNamed(name)));
    const without = taking.filter((name) => {
      const tool = toolForOperation(name);
      return !tool || !('if_revision' in toolSchema(tool).properties);
    });
    expect(without).toEqual([]);
    expect(taking.length).toBeGreaterThan(40);
  });
});
