import type {
  OperationInput,
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import { operationNamed } from '@postroad/core/catalog/catalog';
import { type LogPosition, primaryOnly } from '@postroad/core/platform/operations/log-position';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Service } from '@postroad/service/app/service';
import type { Actor } from '@postroad/service/platform/actor';
import { connect, forLagging } from '@postroad/store/platform/connection/connect';
import { transaction } from '@postroad/store/platform/transaction';
import postgres from 'postgres';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { startHttp } from '../../http/http-server.ts';
import { operatorToken } from '../../http/real-server.ts';
import { withoutDebian } from '../../support/debian-postgres.ts';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import {
  openReplicated,
  type Replicated,
  startReplicated,
  withDatabase,
} from '../../support/replica.ts';
import { openTestService, type TestService } from '../../support/service.ts';

// @database postgres: an embedded database has no replica.

const actor: Actor = { id: 'environment', name: 'test', scopes: ['admin'] };
const clockStartsAt = new Date('2026-03-02T09:00:00Z');
let started: Replicated | null = null;

beforeAll(async () => {
  started = await startReplicated({ API_TOKEN: operatorToken }, clockStartsAt);
});

afterEach(async () => {
  vi.restoreAllMocks();
  await started?.resume();
});

afterAll(async () => {
  await started?.stop();
});

type Skip = (note: string) => never;
const replicatedOr = (skip: Skip): Replicated => started ?? skip(withoutDebian);

/** Calls as one client that carries the position, or as clients that do not. */
function client(service: Service, carries = true) {
  let seen: LogPosition | null = null;
  return async <Name extends OperationName>(
    name: Name,
    input: OperationRequest<Name>,
    dryRun = false,
  ): Promise<OperationOutput<Name>> => {
    // Whatever may not lag reads the primary by itself.
    const sent = carries && operationNamed(name).mayLag === true ? seen : undefined;
    const answer = await service.invoke(name, input, { actor, dryRun, seen: sent });
    seen = answer.position ?? seen;
    return answer.output;
  };
}

const emails = (people: { email: string }[]) => people.map(({ email }) => email);

it('REPL-01, REPL-03 reads on the replica what it has, and elsewhere what it lacks', async ({
  skip,
}) => {
  const { service, database, pause, resume, caughtUp } = replicatedOr(skip);
  const call = client(service);
  const stranger = client(service, false);
  await call('upsert_person', { email: 'first@example.com' });
  await caughtUp();
  const replica = vi.spyOn(database.replica ?? skip(withoutDebian), 'reserve');
  expect(emails((await call('list_people', {})).people)).toEqual(['first@example.com']);
  expect(replica).toHaveBeenCalledTimes(1);
  await pause();
  const { position } = await service.invoke(
    'upsert_person',
    { email: 'second@example.com' },
    { actor },
  );
  expect(position).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
  // Old, and said to be allowed.
  expect(emails((await stranger('list_people', {})).people)).toEqual(['first@example.com']);
  const asked = { actor, seen: position };
  const { output } = await service.invoke('list_people', {}, asked);
  expect(emails(output.people)).toEqual(['second@example.com', 'first@example.com']);
  const pieces: string[] = [];
  for await (const piece of await service.stream('export_people', { format: 'csv' }, asked)) {
    pieces.push(piece);
  }
  expect(pieces.join('')).toContain('second@example.com');
  const read = await service.invoke('list_people', {}, { actor });
  expect(read.position).toBe(null);
  await resume();
  await caughtUp();
  const before = replica.mock.calls.length;
  expect(emails((await service.invoke('list_people', {}, asked)).output.people)).toHaveLength(2);
  expect(replica).toHaveBeenCalledTimes(before + 1);
});

it('REPL-02 asks the replica nothing but what may lag', async ({ skip }) => {
  const { service, database, caughtUp } = replicatedOr(skip);
  const call = client(service);
  await prepare(call);
  await caughtUp();
  const replica = vi.spyOn(database.replica ?? skip(withoutDebian), 'reserve');
  const person = 'reader@example.com';
  const asked: [OperationName, object][] = [
    ['get_person', { person }],
    ['get_timeline', { person }],
    ['explain_delivery', { person }],
    ['get_segment', { segment_key: 'readers' }],
    ['get_flow', { flow_key: 'welcome' }],
    ['validate_flow', { flow_key: 'welcome' }],
    ['dry_run_flow', { flow_key: 'welcome', person }],
    ['list_overdue', {}],
    ['list_tokens', {}],
    ['get_sending', {}],
    ['get_settings', {}],
    ['export_definitions', {}],
    ['check_service', {}],
  ];
  for (const [name, input] of asked) {
    await service.invoke(name, input as OperationInput<OperationName>, { actor });
    expect(replica, name).toHaveBeenCalledTimes(0);
  }
  const dryRun = { actor, dryRun: true };
  await service.invoke('upsert_person', { email: 'nobody@example.com' }, dryRun);
  const { output } = await service.invoke(
    'create_token',
    { name: 'test', scope: 'read' },
    { actor },
  );
  expect(await service.authenticate(output.secret)).not.toBe(null);
  await service.readSubscription('nothing');
  await service.tick();
  expect((await service.readiness()).ready).toBe(true);
  expect(replica).toHaveBeenCalledTimes(0);
  await service.metrics();
  expect(replica).toHaveBeenCalledTimes(1);
});

type Client = ReturnType<typeof client>;

/** A segment, and a flow that answers an event with a mail. */
async function prepare(call: Client) {
  const content = { subject: 'News', body_markdown: 'Hello' };
  await call('upsert_person', { email: 'reader@example.com', tags: ['reader'] });
  const definition = { type: 'has_tag', tag: 'reader' };
  const { segment } = await call('create_segment', { key: 'readers', definition });
  const { email } = await call('create_email', content);
  const welcome = await call('create_email', { ...content, subject: 'Welcome' });
  const nodes = [{ type: 'send_email', email_id: welcome.email.id }];
  const flow = { trigger: { event: 'signed_up' }, nodes };
  await call('create_flow', { key: 'welcome', definition: flow });
  await call('activate_flow', { flow_key: 'welcome' });
  return { segment, email };
}

/** What an account goes through, with the answers to everything. */
async function live(
  service: Service,
  provider: FakeProvider,
  { carries, pass }: { carries: boolean; pass: (ms: number) => Promise<unknown> },
): Promise<unknown[]> {
  const call = client(service, carries);
  const said: unknown[] = [];
  const ask = async <Name extends OperationName>(
    name: Name,
    input: OperationRequest<Name>,
    dryRun = false,
  ) => {
    const answer = await call(name, input, dryRun).catch((error: unknown) => {
      if (error instanceof Refusal) return { refused: error.code, detail: error.detail };
      throw error;
    });
    said.push([name, answer]);
    return answer as OperationOutput<Name>;
  };
  const lists = async () => {
    await ask('list_people', { count: true });
    await ask('list_tags', {});
    await ask('list_segments', {});
    await ask('list_segment_people', { segment_key: 'readers' });
    await ask('list_broadcasts', {});
    await ask('list_flows', {});
    await ask('list_flow_runs', { flow_key: 'welcome' });
    await ask('list_queue', {});
    await ask('list_sends', {});
    await ask('list_events', {});
    await ask('preview_segment', { definition: { type: 'has_tag', tag: 'reader' } });
    await ask('export_people', { format: 'csv' });
  };
  const { segment, email } = await prepare(call);
  await lists();
  for (const name of ['ada', 'grace', 'linus']) {
    await ask('upsert_person', { email: `${name}@example.com`, tags: ['reader'] });
    await ask('record_event', { email: `${name}@example.com`, name: 'signed_up' });
    await lists();
  }
  // Lanes work side by side, and what they make has its ids in the order in which it is made.
  await ask('move_clock', { advance: { amount: 1, unit: 'seconds' } });
  const { broadcast } = await ask('create_broadcast', {
    ...{ name: 'News', segment_id: segment.id, email_source: 'copy', email_id: email.id },
    emails_per_hour: 1_000,
  });
  await ask('send_broadcast_now', { broadcast_id: broadcast.id }, true);
  await ask('delete_person', { person: 'linus@example.com' });
  await ask('send_broadcast_now', { broadcast_id: broadcast.id });
  await ask('explain_delivery', { person: 'ada@example.com', email_id: email.id });
  await pass(60_000);
  await ask('move_clock', { advance: { amount: 60, unit: 'seconds' } });
  await lists();
  await ask('get_broadcast', { broadcast_id: broadcast.id });
  await ask('update_segment', {
    segment_key: 'readers',
    definition: { type: 'has_tag', tag: 'x' },
  });
  await ask('get_segment', { segment_key: 'readers' });
  await ask('delete_segment', { segment_key: 'readers' });
  await ask('pause_flow', { flow_key: 'welcome' });
  await ask('record_event', { email: 'late@example.com', name: 'signed_up' });
  await lists();
  said.push(provider.messages.map(({ to, sendId }) => `${sendId} to ${to}`).sort());
  return said;
}

/** What depends on the moment, and on how long something took. */
function steady(said: readonly unknown[]): unknown {
  return JSON.parse(
    JSON.stringify(said, (key, value: unknown) => (key === 'counted_ms' ? '<ms>' : value)),
  ) as unknown;
}

it('REPL-05 with the replay paused nothing is decided otherwise, and own writes are seen', async ({
  skip,
}) => {
  const { cluster } = replicatedOr(skip);
  const closing: (() => Promise<unknown>)[] = [];
  const replicated = async (name: string) => {
    const one = await openReplicated(await withDatabase(cluster, name), {}, clockStartsAt);
    closing.push(() => one.stop());
    await one.caughtUp();
    return one;
  };
  try {
    const carrying = await replicated('carrying');
    const stranger = await replicated('stranger');
    // For the whole cluster.
    await stranger.pause();
    const provider = fakeProvider();
    const alone: TestService = await openTestService({
      provider: () => provider,
      clockStartsAt,
      env: { MAIL_FROM: 'hello@example.com' },
    });
    closing.push(() => alone.close());
    const expected = await live(alone.service, provider, {
      carries: true,
      pass: async () => undefined,
    });
    const found = await live(carrying.service, carrying.provider, { ...carrying, carries: true });
    expect(steady(found)).toEqual(steady(expected));
    // The scenario would show a difference: who carries nothing reads what was there before.
    const old = await live(stranger.service, stranger.provider, { ...stranger, carries: false });
    expect(steady(old)).not.toEqual(steady(expected));
    expect(old.at(-1)).toEqual(expected.at(-1));
  } finally {
    for (const close of closing) await close();
  }
});

it('REPL-06 passes a replica by that is more than 30 s behind, and says so', async ({ skip }) => {
  const { service, pause, resume, caughtUp, pass, faults } = replicatedOr(skip);
  const server = await startHttp(service, operatorToken);
  try {
    await pass(0);
    expect((await server.ask('GET', '/readyz')).json).toEqual({ status: 'ready' });
    await pause();
    const { email } = (
      await service.invoke('upsert_person', { email: 'behind@example.com' }, { actor })
    ).output.person;
    const found = async () => {
      const { output } = await service.invoke('list_people', { q: 'behind' }, { actor });
      return emails(output.people);
    };
    await pass(1_000);
    expect(await found()).toEqual([]);
    await pass(28_000);
    expect(await found()).toEqual([]);
    await pass(2_001);
    expect(await found()).toEqual([email]);
    expect(faults.at(-1)).toBe('behind');
    const ready = await server.ask('GET', '/readyz');
    expect(ready.status).toBe(200);
    expect(ready.json).toEqual({
      status: 'degraded',
      reasons: ['The read replica is more than 30 s behind, so all is read from the primary.'],
    });
    const { checks } = (await service.invoke('check_service', {}, { actor })).output;
    expect(checks.results).toContainEqual(
      expect.objectContaining({ check: 'replica', level: 'warning' }),
    );
    await resume();
    await caughtUp();
    await pass(5_000);
    expect((await server.ask('GET', '/readyz')).json).toEqual({ status: 'ready' });
    expect(faults.at(-1)).toBe(null);
  } finally {
    await server.stop();
  }
});

it('REPL-06 passes a replica by that is away, and uses it once it is back', async ({ skip }) => {
  const { cluster, service, database, pass, caughtUp, faults } = replicatedOr(skip);
  await caughtUp();
  await pass(0);
  const call = client(service);
  await call('list_tags', {});
  expect(faults.at(-1)).toBe(null);
  await cluster.standby.crash();
  // The connection is found closed by the read itself.
  await call('list_tags', {});
  await pass(5_000);
  expect(faults.at(-1)).toBe('away');
  const { ready, degraded, reasons } = await service.readiness();
  expect({ ready, degraded, reasons }).toEqual({
    ...{ ready: true, degraded: true },
    reasons: ['The read replica does not answer, so all is read from the primary.'],
  });
  await call('list_tags', {});
  await cluster.restartStandby();
  await caughtUp();
  await pass(5_000);
  expect(faults.at(-1)).toBe(null);
  const replica = vi.spyOn(database.replica ?? skip(withoutDebian), 'reserve');
  await call('list_tags', {});
  expect(replica).toHaveBeenCalledTimes(1);
});

it('REPL-07 asks the primary what the replay of the log cancels on the replica', async ({
  skip,
}) => {
  const { cluster, service, database, pass, caughtUp, faults } = replicatedOr(skip);
  const call = client(service);
  await call('upsert_person', { email: 'kept@example.com' });
  await pass(0);
  await caughtUp();
  const primary = postgres(cluster.primaryUrl, { max: 1, onnotice: () => undefined });
  const where: boolean[] = [];
  try {
    const people = await transaction(
      forLagging(database, null),
      { readOnly: true },
      async ({ sql }) => {
        const [row] = await sql<{ standby: boolean; people: number }[]>`
          select pg_is_in_recovery() as standby, count(*) as people from people`;
        where.push(row?.standby === true);
        if (row?.standby) {
          // Rows that this read may still want are removed for good.
          await primary`create table gone as select generate_series(1, 1000) as id`;
          await primary`delete from gone`;
          await primary`vacuum gone`;
          await caughtUp();
        }
        const [again] = await sql<{ people: number }[]>`select count(*) as people from people`;
        return again?.people;
      },
    );
    expect(where).toEqual([true, false]);
    expect(people).toBeGreaterThan(0);
    // One read that was canceled is no reason to do without the replica.
    await pass(0);
    expect(faults.at(-1)).toBe(null);
  } finally {
    await primary`drop table if exists gone`;
    await primary.end();
  }
});

it('REPL-01 refuses a REPLICA_URL that leads to no replica of the database', async ({ skip }) => {
  const { cluster, dataDir } = replicatedOr(skip);
  const { primaryUrl, standbyUrl } = cluster;
  const opened = async (databaseUrl: string, replicaUrl: string) => {
    const faults: (string | null)[] = [];
    const onReplica = (fault: string | null) => void faults.push(fault);
    const database = await connect({ databaseUrl, replicaUrl, dataDir, onReplica }).catch(
      (error: unknown) => String(error),
    );
    if (typeof database === 'string') return database;
    const fault = database.replica?.fault();
    await database.close();
    return fault;
  };
  expect(await opened(primaryUrl, primaryUrl)).toBe(
    'UnfitUrl: REPLICA_URL leads to a server that takes writes. Set it to a standby that follows the server of DATABASE_URL, or unset it.',
  );
  expect(await opened(primaryUrl, standbyUrl.replace(/\w+$/, 'template1'))).toBe(
    'UnfitUrl: REPLICA_URL leads to another database than DATABASE_URL. Set it to a standby that follows that server, with the same database, or unset it.',
  );
  // A replica that is away is no reason not to start.
  expect(await opened(primaryUrl, 'postgres://nobody@127.0.0.1:1/postgres')).toBe('away');
  const hosts = `${cluster.primary.address},${cluster.standby.address}`;
  const both = `${primaryUrl.replace(cluster.primary.address, hosts)}?target_session_attrs=standby`;
  expect(await opened(primaryUrl, both)).toBe(null);
  expect(await opened(primaryUrl, standbyUrl)).toBe(null);
  expect(await opened(primaryUrl, `${standbyUrl}?prepare=false`)).toBe(null);
});

it('REPL-03 a position beyond all is read at the primary', async ({ skip }) => {
  const { service, database, caughtUp, pass } = replicatedOr(skip);
  await caughtUp();
  await pass(0);
  const replica = vi.spyOn(database.replica ?? skip(withoutDebian), 'reserve');
  await service.invoke('list_tags', {}, { actor, seen: primaryOnly });
  await service.invoke('list_tags', {}, { actor });
  expect(replica).toHaveBeenCalledTimes(2);
});
