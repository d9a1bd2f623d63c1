import type { Service } from '@postroad/service/app/service';
import { isPassing } from '@postroad/store/platform/retry';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { type FakeProvider, fakeProvider } from '../../support/fake-provider.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';

const server = databaseKind() === 'postgres';
const people = server ? runs(20_000) : 4_000;

/** `npm run soak` sets it; the suite shows the same with few. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0) > 0;
const broadcasts = soak ? 30 : runs(server ? 12 : 6, 4);
const cancels = soak ? 1_000 : runs(server ? 40 : 12);
const pauses = soak ? 1_000 : runs(server ? 25 : 12);

let opened: TestService;
let calls: Calling;
let provider: FakeProvider;
let crew: Service[];

beforeEach(async () => {
  provider = fakeProvider(4);
  const env = { LOG_LEVEL: 'silent' };
  opened = await openTestService({ env, poolSize: 12, provider: () => provider });
  calls = calling(opened);
  const others = server ? 2 : 0;
  crew = [opened.service];
  for (let made = 0; made < others; made += 1) crew.push(await opened.another(provider));
});

afterEach(async () => {
  for (const service of crew.slice(1)) await service.close();
  await opened.close();
});

/** A tenth of each is unsubscribed, bounced or complained, and every third has no tag. */
async function seed(count: number): Promise<void> {
  const { pool } = opened.database;
  await calls.call('upsert_person', { email: 'first@example.com', tags: ['reader'] });
  await pool`
    insert into people (email, tag_ids, subscribed_on, unsubscribed_at, hard_bounced_at,
      complained_at, created_at, updated_at)
    select 'p' || n || '@example.com',
      case when n % 3 = 0 then '{}'::int[] else (select tag_ids from people limit 1) end,
      '2026-01-01', case when n % 10 = 1 then now() end, case when n % 10 = 2 then now() end,
      case when n % 10 = 3 then now() end, now(), now()
    from generate_series(2, ${count}::int) as n`;
}

/** Who is in the segment, and not suppressed, as the rows say. */
function expected(count: number): { people: number; recipients: number } {
  const inside = Array.from({ length: count - 1 }, (_, index) => index + 2).filter(
    (n) => n % 3 !== 0,
  );
  const reached = inside.filter((n) => ![1, 2, 3].includes(n % 10));
  return { people: inside.length + 1, recipients: reached.length + 1 };
}

let segmentId = 0;
let emailId = 0;

async function draft(emails_per_hour = 10_000_000): Promise<number> {
  if (segmentId === 0) {
    const definition = { type: 'has_tag', tag: 'reader' };
    segmentId = (await calls.call('create_segment', { key: 'readers', definition })).segment.id;
    const content = { subject: 'News', body_markdown: 'Hello' };
    emailId = (await calls.call('create_email', content)).email.id;
  }
  const [row] = await opened.database.pool<{ id: number }[]>`
    insert into broadcasts (name, segment_id, email_source, email_id, emails_per_hour, created_at,
      updated_at)
    values ('News', ${segmentId}, 'copy', ${emailId}, ${emails_per_hour}, now(), now())
    returning id`;
  return row?.id ?? 0;
}

beforeEach(() => {
  segmentId = 0;
});

const read = async (broadcast_id: number) =>
  (await calls.call('get_broadcast', { broadcast_id })).broadcast;

/** Rounds of everything by everybody at once, until nobody finds work or it is over. */
async function work(isOver: () => boolean = () => false, by = crew): Promise<void> {
  const one = async (service: Service) => {
    for (let idle = 0; idle < 3 && !isOver(); ) {
      const busy = await service.tick().catch((error: unknown) => {
        if (isPassing(error)) return true;
        throw error;
      });
      idle = busy ? 0 : idle + 1;
    }
  };
  await Promise.all(by.map(one));
}

/** The same by one alone, where nobody is to race. */
const settle = () => work(undefined, [opened.service]);

const turnOfLoop = () => new Promise((resolve) => setImmediate(resolve));

const ahead = (hours: number) => opened.database.pool`
  update engine_state set test_clock_at = test_clock_at + ${hours}::int * interval '1 hour'`;

/** People that each broadcast has queued or had, each as often as it was. */
async function reachedBy(id: number): Promise<{ rows: number; people: number }> {
  const [row] = await opened.database.pool<{ rows: number; people: number }[]>`
    select count(*)::int as rows, count(distinct person_id)::int as people from (
      select person_id from sends where source_kind = 'broadcast' and source_id = ${id}
      union all select person_id from send_log where source_kind = 'broadcast' and source_id = ${id}) s`;
  return row ?? { rows: 0, people: 0 };
}

it('BCAST-16, BCAST-19, QUEUE-02 a large broadcast reaches whom it counted, each once', async () => {
  await seed(people);
  const id = await draft();
  const counts = expected(people);
  expect((await read(id)).audience).toMatchObject(counts);
  const { recipients } = await calls.call('send_broadcast_now', { broadcast_id: id });
  expect(recipients).toBe(counts.recipients);
  await work();
  expect(await read(id)).toMatchObject({ status: 'sending', recipients });
  expect(await reachedBy(id)).toEqual({ rows: recipients, people: recipients });
  const [span] = await opened.database.pool<{ ms: number }[]>`
    select extract(epoch from max(due_at) - min(due_at))::float8 * 1000 as ms from sends`;
  expect(span?.ms).toBeCloseTo((counts.recipients - 1) * 0.36, 0);
  await calls.call('cancel_broadcast', { broadcast_id: id });
  await settle();
  expect(await reachedBy(id)).toEqual({ rows: recipients, people: recipients });
  expect((await calls.call('list_queue', {})).queue).toEqual([]);
}, 120_000);

it('BCAST-11, BCAST-18 scheduled broadcasts are started once by any number of schedulers', async () => {
  await seed(300);
  const { recipients } = expected(300);
  const { now } = await calls.call('get_clock', {});
  const send_at = new Date(Date.parse(now) + 60_000).toISOString();
  const ids: number[] = [];
  for (let made = 0; made < broadcasts; made += 1) {
    const broadcast_id = await draft();
    await calls.call('schedule_broadcast', { broadcast_id, send_at });
    ids.push(broadcast_id);
  }
  await settle();
  expect(await reachedBy(ids[0] ?? 0)).toEqual({ rows: 0, people: 0 });
  await ahead(1);
  await work();
  await ahead(1);
  await work();
  for (const id of ids) {
    expect(await reachedBy(id)).toEqual({ rows: recipients, people: recipients });
    expect(await read(id)).toMatchObject({ status: 'sent', recipients });
  }
  expect(provider.messages).toHaveLength(ids.length * recipients);
}, 240_000);

it('BCAST-17 a cancel that races with sending loses nothing and lets nothing more out', async () => {
  await seed(60);
  const { recipients } = expected(60);
  for (let round = 0; round < cancels; round += 1) {
    const id = await draft();
    await calls.call('send_broadcast_now', { broadcast_id: id });
    const before = provider.messages.length;
    // Every other cancel meets it while it goes into the queue, the rest while it goes out.
    const waited = round % 2 === 0 ? 0 : 1 + ((round >> 1) % recipients);
    if (waited > 0) await settle();
    if (waited > 0) await ahead(1);
    let over = false;
    const working = work(() => over);
    await expect
      .poll(() => provider.messages.length - before, { interval: 1 })
      .toBeGreaterThanOrEqual(waited);
    const refused = await calls.call('cancel_broadcast', { broadcast_id: id }).then(
      () => null,
      (error: unknown) => error,
    );
    const answered = provider.messages.length;
    over = true;
    await working;
    await ahead(1);
    await settle();
    const handed = provider.messages.length - before;
    expect(provider.messages.length).toBe(answered);
    const { status, stats } = await read(id);
    expect(status).toBe(refused === null ? 'canceled' : 'sent');
    expect(stats?.sent).toBe(handed);
    const reached = await reachedBy(id);
    expect(reached.rows).toBe(reached.people);
    if (waited > 0) expect(reached.people).toBe(recipients);
    const { counts } = await calls.call('list_queue', {});
    expect(counts).toMatchObject({ scheduled: 0, holding: 0, sending: 0, uncertain: 0 });
  }
}, 900_000);

it('BC-01, BC-02, BC-04 after the answer to a pause nothing of it is handed over, and who is left gets it once', async () => {
  await seed(60);
  const { recipients } = expected(60);
  const send = provider.send.bind(provider);
  // A slow connection is still busy when the pause is written.
  provider.send = async (message) => {
    if (message.sendId % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 40));
    return await send(message);
  };
  const racing = soak ? crew : crew.slice(0, 2);
  for (let round = 0; round < pauses; round += 1) {
    const id = await draft();
    await calls.call('send_broadcast_now', { broadcast_id: id });
    const before = provider.messages.length;
    // Every fourth pause meets it while it goes into the queue, the rest while it goes out.
    const waited = round % 4 === 0 ? 0 : 1 + (round % recipients);
    if (waited > 0) await opened.service.tick();
    if (waited > 0) await ahead(1);
    if (soak && round % 50 === 0) process.stdout.write(`${round}\n`);
    let over = false;
    let working = work(() => over, racing);
    await expect
      .poll(() => provider.messages.length - before, { interval: 1, timeout: 10_000 })
      .toBeGreaterThanOrEqual(waited);
    // The second pause meets the resume.
    for (let pause = 0; pause < 2; pause += 1) {
      const refused = await calls.call('pause_broadcast', { broadcast_id: id }).then(
        () => null,
        (error: unknown) => error,
      );
      const answered = provider.messages.length;
      if (pause === round % 2) await ahead(1);
      over = true;
      await working;
      await opened.service.tick();
      expect(provider.messages.length).toBe(answered);
      const { status, progress } = await read(id);
      // Of one that was paused while its last mail was in hand nothing is left to resume; one that was
      // paused before its mail was queued has all of it left.
      const isQueued = progress?.queued === recipients;
      const isOver = refused !== null || (isQueued && progress?.remaining === 0);
      expect(status).toBe(isOver ? 'sent' : 'paused');
      if (!isOver) await calls.call('resume_broadcast', { broadcast_id: id });
      over = false;
      working = work(() => over, racing);
      for (let turn = 0; turn < round % 20; turn += 1) await turnOfLoop();
    }
    over = true;
    await working;
    await ahead(1);
    for (let tick = 0; tick < 20 && (await read(id)).status !== 'sent'; tick += 1) {
      await opened.service.tick();
    }
    const handed = provider.messages.slice(before).map(({ to }) => to);
    expect(handed).toHaveLength(recipients);
    expect(new Set(handed).size).toBe(recipients);
    expect(await read(id)).toMatchObject({ status: 'sent', progress: { sent: recipients } });
  }
}, 3_600_000);
