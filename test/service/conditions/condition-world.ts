import { parseAddress } from '@postroad/core/people/address';
import { limits } from '@postroad/core/platform/limits';
import { codes } from '@postroad/store/platform/codes';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  blankTexts,
  detailKeys,
  eventNames,
  fieldKeys,
  flowKeys,
  numbers,
  odd,
  productKeys,
  purposes,
  tagNames,
  texts,
} from './condition-values.ts';

/** The instant of the world; borders of `within_days` lie around it. */
export const worldNow = new Date('2026-03-01T03:30:00.000Z');
/** Where the date of that instant is still the day before. */
const worldZone = 'America/New_York';

const dayMs = 86_400_000;

const addresses = [
  ...[
    'ada@example.com',
    'ADA.L@Sub.Example.com',
    'x%y@example.org',
    'a_b@exämple.com',
    'ünï@example.com',
  ],
  ...[
    `o'hara@example.com`,
    '日本@example.jp',
    'p+q@localhost',
    '{x}@example.com',
    '$1@example.org',
  ],
];

/** A small generator of its own, so that a world is the same each time it is made. */
function dice(seed: number) {
  let state = seed;
  const roll = (sides: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
  return {
    roll,
    pick: <T>(from: readonly T[]): T => from[roll(from.length)] as T,
    some: <T>(from: readonly T[], most: number): T[] =>
      Array.from({ length: roll(most + 1) }, () => from[roll(from.length)] as T),
  };
}

type Dice = ReturnType<typeof dice>;

/** Times before, on and after the borders of some days, and one to come. */
function time({ pick }: Dice): string {
  const days = pick([0, 1, 2, 7, 30, 365]);
  const shift = pick([0, 1, -1, 3_600_000, -3_600_000]);
  return new Date(worldNow.getTime() - days * dayMs + shift).toISOString();
}

function value(d: Dice): unknown {
  return d.pick<() => unknown>([
    () => d.pick(texts),
    () => d.pick(texts),
    () => d.pick(numbers),
    () => d.pick(odd),
    () => d.pick(blankTexts),
  ])();
}

function names(d: Dice): {
  first_name: string | null;
  last_name: string | null;
  timezone: string | null;
} {
  return {
    first_name: d.roll(3) ? d.pick(texts) : null,
    last_name: d.roll(3) ? d.pick(blankTexts) : null,
    timezone: d.roll(3) ? d.pick(['America/New_York', 'Asia/Kolkata']) : null,
  };
}

/** Registered fields hold values of their type, as every writer of them makes sure. */
function fields(d: Dice): Record<string, unknown> {
  const entries: [string, unknown][] = [];
  if (d.roll(4)) entries.push(['word', d.pick(d.roll(4) ? texts : blankTexts)]);
  if (d.roll(4)) entries.push(['seats', d.pick(numbers)]);
  if (d.roll(4)) entries.push(['beta', d.roll(2) === 1]);
  if (d.roll(4)) entries.push(['renews', d.pick(['2026-02-28', '2026-03-01', '2027-01-01'])]);
  for (const key of fieldKeys.free.slice(0, -1)) if (d.roll(4)) entries.push([key, value(d)]);
  return Object.fromEntries(entries);
}

export interface World {
  people: number[];
  emails: number[];
  sequences: number[];
  segments: { id: number; key: string }[];
}

/** Fills an empty database with people, and everything that a condition can look at. */
export async function makeWorld(tx: Tx, count: number): Promise<World> {
  const d = dice(42);
  const { sql } = tx;
  await sql`update profile set timezone = ${worldZone}`;
  const tags = await sql<Row[]>`insert into tags (name, normalized, created_at)
    select name, normalized, ${worldNow} from unnest(${tagNames}::text[],
      ${tagNames.map((tag) => tag.trim().toLowerCase())}::text[]) as t (name, normalized)
    returning id`;
  const types = await sql<Row[]>`insert into event_types (name, first_seen_at, last_seen_at)
    select name, ${worldNow}, ${worldNow} from unnest(${eventNames}::text[]) as t (name)
    returning id`;
  await sql`insert into fields (key, name, type, created_at, used)
    select key, key, type, ${worldNow}, true from unnest(${fieldKeys.registered}::text[],
      ${['string', 'number', 'boolean', 'date']}::text[]) as t (key, type)`;
  const people = await makePeople(tx, d, { count, tags: tags.map(({ id }) => id) });
  const emails = await makeMail(tx, d, people);
  const sequences = await makeRuns(tx, d, people);
  await makeMoney(tx, d, people);
  await makeEvents(tx, d, { people, types: types.map(({ id }) => id) });
  await makeConsents(tx, d, people);
  const segments = await makeSegments(tx);
  return { people, emails, sequences, segments };
}

interface Row {
  id: number;
}

async function makePeople(
  { sql }: Tx,
  d: Dice,
  { count, tags }: { count: number; tags: number[] },
): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, index) => {
    const address = parseAddress(`${index}${addresses[index % addresses.length]}`);
    if (address === null) throw new Error(`No address: ${addresses[index % addresses.length]}`);
    return {
      email: address,
      ...names(d),
      fields: fields(d),
      tag_ids: [...new Set(d.some([1, 2, 3, 4, 5, 6], 4))].map((n) => tags[n - 1] ?? 0),
      subscribed_on: d.pick(['2026-02-28', '2026-02-27', '2026-02-21', '2026-02-22', '1999-12-31']),
      unsubscribed_at: d.roll(5) ? null : time(d),
      hard_bounced_at: d.roll(6) ? null : time(d),
      complained_at: d.roll(6) ? null : time(d),
    };
  });
  const made = await sql<{ id: number }[]>`
    insert into people (email, first_name, last_name, timezone, fields, tag_ids, subscribed_on, unsubscribed_at, hard_bounced_at,
      complained_at, created_at, updated_at)
    select email, first_name, last_name, timezone, fields, tag_ids, subscribed_on, unsubscribed_at, hard_bounced_at, complained_at,
      ${worldNow}, ${worldNow}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb) as r (email text, first_name text,
      last_name text, timezone text, fields jsonb,
      tag_ids int[], subscribed_on date, unsubscribed_at timestamptz, hard_bounced_at timestamptz,
      complained_at timestamptz)
    returning id`;
  return made.map(({ id }) => id);
}

async function makeMail({ sql }: Tx, d: Dice, people: number[]): Promise<number[]> {
  const emails = await sql<{ id: number }[]>`
    insert into emails (key, subject, created_at, updated_at)
    select gen_random_uuid()::text, 'Hello', ${worldNow}, ${worldNow} from generate_series(1, 3) returning id`;
  const ids = emails.map(({ id }) => id);
  const log = people
    .flatMap((person_id) =>
      Array.from({ length: d.roll(6) }, () => ({
        ...{ person_id, email_id: d.pick(ids), source_kind: d.pick(codes['send_log.source_kind']) },
        ...{ status: d.pick(['sent', 'sent', ...codes['send_log.status']]), ended_at: time(d) },
      })),
    )
    .map((row, index) => ({ id: index + 1, ...row }));
  await sql`
    insert into send_log (id, person_id, email_id, source_kind, status, attempts, due_at, ended_at)
    select id, person_id, email_id, source_kind, status, 1, ended_at, ended_at
    from jsonb_to_recordset(${JSON.stringify(log)}::text::jsonb) as r (id bigint, person_id bigint,
      email_id bigint, source_kind text, status text, ended_at timestamptz)`;
  // What retention has removed from the log counts as before (RET-02).
  await sql`
    with gone as (
      delete from send_log where id % 3 = 0 and source_kind <> 'test' and status <> 'canceled'
      returning id, person_id, email_id, source_kind, status, ended_at
    )
    insert into past_sends (id, person_id, email_id, source_kind, status, ended_at)
    select id, person_id, email_id, source_kind, status, ended_at from gone`;
  const touched = people.flatMap((person_id) =>
    ids.flatMap((email_id) =>
      ['open', 'click'].flatMap((kind) =>
        d.roll(3) ? [] : [{ person_id, email_id, kind, at: time(d) }],
      ),
    ),
  );
  await sql`
    insert into email_engagements (person_id, email_id, kind, first_at, last_at)
    select person_id, email_id, kind, at, at
    from jsonb_to_recordset(${JSON.stringify(touched)}::text::jsonb) as r (person_id bigint,
      email_id bigint, kind text, at timestamptz)`;
  return ids;
}

async function makeRuns({ sql }: Tx, d: Dice, people: number[]): Promise<number[]> {
  const made = await sql<{ id: number }[]>`
    insert into sequences (key, name, created_at, updated_at)
    select gen_random_uuid()::text, 'Tips', ${worldNow}, ${worldNow} from generate_series(1, 2) returning id`;
  const ids = made.map(({ id }) => id);
  const walks = people.flatMap((person_id) =>
    Array.from({ length: d.roll(4) }, () => ({
      ...{ person_id, sequence_id: d.pick(ids), started_at: time(d) },
      finished_at: d.roll(2) ? time(d) : null,
    })),
  );
  await sql`
    insert into sequence_runs (sequence_id, person_id, started_at, last_step_ended_at, finished_at)
    select sequence_id, person_id, started_at, started_at, finished_at
    from jsonb_to_recordset(${JSON.stringify(walks)}::text::jsonb) as r (sequence_id bigint,
      person_id bigint, started_at timestamptz, finished_at timestamptz)
    on conflict do nothing`;
  await sql`
    insert into flows (key, name, run_policy, status, definition, created_at, updated_at)
    select key, key, 'repeat', 'live', '{}', ${worldNow}, ${worldNow}
    from unnest(${flowKeys}::text[]) as t (key)`;
  const runs = people.flatMap((person_id) =>
    Array.from({ length: d.roll(4) }, () => {
      const status = d.pick(['completed', 'completed', 'exited', 'parked']);
      const ended_at = status === 'parked' || !d.roll(4) ? null : time(d);
      return {
        person_id,
        flow: d.pick(flowKeys),
        status,
        ended_at: status === 'parked' ? time(d) : ended_at,
      };
    }),
  );
  await sql`
    insert into runs (flow_id, person_id, status, once, started_at, ended_at)
    select f.id, r.person_id, r.status, false, ${worldNow}, coalesce(r.ended_at, ${worldNow})
    from jsonb_to_recordset(${JSON.stringify(runs)}::text::jsonb) as r (person_id bigint, flow text,
      status text, ended_at timestamptz)
    join flows f on f.key = r.flow`;
  return ids;
}

async function makeMoney({ sql }: Tx, d: Dice, people: number[]): Promise<void> {
  const products = await sql<Row[]>`insert into products (key, name, created_at, updated_at)
    select key, key, ${worldNow}, ${worldNow} from unnest(${productKeys}::text[]) as t (key)
    returning id`;
  const offered = [...products.slice(0, 3).map(({ id }) => id), null];
  const statuses = codes['subscriptions.status'];
  const held = people.flatMap((person_id) =>
    Array.from({ length: d.roll(4) }, (_, index) => ({
      ...{ person_id, external_id: `s${person_id}/${index}`, product: d.pick(offered) },
      status: d.pick(statuses),
    })),
  );
  await sql`
    insert into subscriptions (person_id, external_id, product_id, status, created_at, updated_at)
    select person_id, external_id, product, status, ${worldNow}, ${worldNow}
    from jsonb_to_recordset(${JSON.stringify(held)}::text::jsonb) as r (person_id bigint,
      external_id text, product int, status text)`;
  const paid = people.flatMap((person_id) =>
    Array.from({ length: d.roll(5) }, () => ({
      ...{ person_id, kind: d.pick(codes['payments.kind']), product: d.pick(offered) },
      ...{ amount: d.pick([0, 100, 100, 250, 9_000_000_000_000_000, -100]), at: time(d) },
    })),
  );
  await sql`
    insert into payments (person_id, kind, product_id, amount_cents, occurred_at)
    select person_id, kind, product, amount, at
    from jsonb_to_recordset(${JSON.stringify(paid)}::text::jsonb) as r (person_id bigint,
      kind text, product int, amount bigint, at timestamptz)`;
}

async function makeConsents({ sql }: Tx, d: Dice, people: number[]): Promise<void> {
  const entries = people.flatMap((person_id) =>
    Array.from({ length: d.roll(5) }, () => ({
      ...{ person_id, kind: d.pick(codes['consents.kind']), purpose: d.pick(purposes) },
      at: time(d),
    })),
  );
  await sql`
    insert into consents (person_id, kind, purpose, source, happened_at)
    select person_id, kind, purpose, 'test', at
    from jsonb_to_recordset(${JSON.stringify(entries)}::text::jsonb) as r (person_id bigint,
      kind text, purpose text, at timestamptz)`;
}

async function makeEvents(
  { sql }: Tx,
  d: Dice,
  { people, types }: { people: number[]; types: number[] },
): Promise<void> {
  const events = people.flatMap((person_id) =>
    Array.from({ length: d.roll(9) }, () => ({
      ...{ person_id, type: types[d.roll(eventNames.length)] ?? 0, at: time(d) },
      details: Object.fromEntries(
        detailKeys.slice(0, -1).flatMap((key) => (d.roll(3) ? [[key, value(d)]] : [])),
      ),
    })),
  );
  await sql`
    insert into events (person_id, type_id, details, occurred_at, recorded_at, source)
    select person_id, type, details, at, ${worldNow}, 'test'
    from jsonb_to_recordset(${JSON.stringify(events)}::text::jsonb) as r (person_id bigint,
      type int, details jsonb, at timestamptz)`;
}

const named = (segment: string) => ({ type: 'in_segment', segment });

/** Sound ones that nest, and every way in which one cannot be read. */
async function makeSegments({ sql }: Tx): Promise<World['segments']> {
  const chain = Array.from({ length: limits.segmentDepth + 1 }, (_, index) => ({
    key: `chain-${index}`,
    definition: index === 0 ? { type: 'suppressed' } : { not: named(`chain-${index - 1}`) },
  }));
  const segments = [
    { key: 'vips', definition: { type: 'has_tag', tag: 'vip' } },
    { key: 'others', definition: { not: named('vips') } },
    {
      key: 'buyers',
      definition: { any: [{ type: 'purchased', product: 'course' }, named('others')] },
    },
    { key: 'recent', definition: { type: 'event_occurred', event: 'signed_up', within_days: 7 } },
    { key: 'itself', definition: { not: named('itself') } },
    { key: 'round', definition: { any: [named('about'), { not: { type: 'suppressed' } }] } },
    { key: 'about', definition: { not: named('round') } },
    { key: 'to-a-circle', definition: { not: named('round') } },
    { key: 'to-nothing', definition: { not: named('gone') } },
    { key: 'malformed', definition: { not: { type: 'has_tag' } } },
    {
      key: 'too-large',
      definition: {
        not: { all: Array.from({ length: limits.conditionNodes }, () => ({ type: 'suppressed' })) },
      },
    },
    ...chain,
  ];
  return await sql<{ id: number; key: string }[]>`
    insert into segments (key, name, definition, created_at, updated_at)
    select key, key, definition, ${worldNow}, ${worldNow}
    from jsonb_to_recordset(${JSON.stringify(segments)}::text::jsonb) as r (key text, definition json)
    returning id, key`;
}
