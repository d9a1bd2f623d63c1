import type { FrequencyCap } from '@postroad/core/account/frequency-caps';
import { durationMs } from '@postroad/core/platform/duration';
import { overCaps } from '@postroad/service/sending/waiting/over-caps';
import { type Tx, transaction } from '@postroad/store/platform/transaction';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { calling } from '../app/calling.ts';

const labels = ['news', 'offer'] as const;
const hour = 3_600_000;
const lookedBack = 80;

let opened: TestService;
/** An email without labels, one for each label, one with both, and a transactional one. */
const emails: { id: number; labels: readonly string[]; transactional: boolean }[] = [];
const people: number[] = [];

beforeAll(async () => {
  opened = await openTestService();
  const { call } = calling(opened);
  const kinds = [[], ['news'], ['offer'], ['news', 'offer']].map((one) => ({
    ...{ labels: one, kind: 'marketing' as const },
  }));
  for (const kind of [...kinds, { labels: ['news'], kind: 'transactional' as const }]) {
    const { email } = await call('create_email', { subject: 'S', body_markdown: 'B', ...kind });
    const transactional = kind.kind === 'transactional';
    emails.push({ id: email.id, labels: kind.labels, transactional });
  }
  for (const name of ['one', 'two', 'three']) {
    const { person } = await call('upsert_person', { email: `${name}@example.com` });
    people.push(person.id);
  }
});

afterAll(() => opened.close());

/** A mail of the past: where it is stored, whose it is, and how many hours ago it went. */
interface Past {
  kept: 'log' | 'past' | 'uncertain' | 'in hand';
  status: 'sent' | 'failed' | 'skipped';
  source: 'flow' | 'broadcast' | 'test';
  person: number;
  email: number;
  hoursAgo: number;
}

const pastMail: fc.Arbitrary<Past> = fc.record({
  kept: fc.constantFrom('log', 'log', 'log', 'past', 'uncertain', 'in hand'),
  status: fc.constantFrom('sent', 'sent', 'sent', 'failed', 'skipped'),
  source: fc.constantFrom('flow', 'flow', 'broadcast', 'test'),
  person: fc.nat(2),
  email: fc.nat(4),
  hoursAgo: fc.nat(lookedBack),
});

const cap: fc.Arbitrary<FrequencyCap> = fc
  .record({
    label: fc.constantFrom(undefined, ...labels),
    max: fc.integer({ min: 1, max: 4 }),
    per: fc.record({
      amount: fc.integer({ min: 1, max: 30 }),
      unit: fc.constantFrom('hours', 'hours', 'days'),
    }),
    then: fc.constantFrom('hold', 'hold', 'skip'),
  })
  .map(({ label, ...rest }) => (label === undefined ? rest : { label, ...rest }) as FrequencyCap);

const going = fc.record({ person: fc.nat(2), email: fc.nat(3) });

async function store({ sql, now }: Tx, mail: Past, id: number): Promise<void> {
  const at = new Date(now.getTime() - mail.hoursAgo * hour);
  const person = people[mail.person] ?? 0;
  const email = emails[mail.email]?.id ?? 0;
  const source = mail.source === 'test' ? null : id;
  // Tests are never kept for long.
  if (mail.kept === 'past' && mail.source !== 'test') {
    await sql`
      insert into past_sends (id, person_id, email_id, source_kind, source_id, status, ended_at)
      values (${id}, ${person}, ${email}, ${mail.source}, ${source}, ${mail.status}, ${at})`;
  } else if (mail.kept === 'log' || mail.kept === 'past') {
    await sql`
      insert into send_log (id, person_id, email_id, source_kind, source_id, status, attempts, due_at, ended_at)
      values (${id}, ${person}, ${email}, ${mail.source}, ${source}, ${mail.status}, 1, ${at}, ${at})`;
  } else {
    const status = mail.kept === 'uncertain' ? 'uncertain' : 'scheduled';
    const [row] = await sql<{ id: number }[]>`
      insert into sends (person_id, email_id, source_kind, source_id, status, due_at, created_at)
      values (${person}, ${email}, ${mail.source}, ${source}, ${status}, ${at}, ${at}) returning id`;
    if (status === 'uncertain') return;
    await sql`
      insert into in_hand (send_id, lease_token, attempted)
      values (${row?.id ?? 0}, gen_random_uuid(), true)`;
  }
}

interface Counted {
  person: number;
  labels: readonly string[];
  at: number;
}

/** Whether a mail of the past counts, and when. */
function counts(mail: Past, now: number): Counted | null {
  const email = emails[mail.email];
  const isOver = mail.kept === 'log' || mail.kept === 'past';
  if (!email || mail.source === 'test' || (isOver && mail.status !== 'sent')) return null;
  if (email.transactional && mail.source === 'flow') return null;
  const at = mail.kept === 'in hand' ? now : now - mail.hoursAgo * hour;
  return { person: mail.person, labels: email.labels, at };
}

const holds = ({ label }: FrequencyCap, carried: readonly string[]) =>
  label === undefined || carried.includes(label);

/** The rule, read word by word: at a moment, fewer than `max` of its mails lie within `per` before it. */
function allows(rule: FrequencyCap, gone: readonly Counted[], person: number, at: number): boolean {
  const within = gone.filter(
    (one) => one.person === person && holds(rule, one.labels) && one.at > at - durationMs(rule.per),
  );
  return within.length < rule.max;
}

it('CAP-01, CAP-02, CAP-03 rolling windows in SQL are those of a model that counts one by one', async () => {
  const clock = { testClock: false, rollback: true };
  const cases = fc.tuple(
    fc.array(pastMail, { maxLength: 24 }),
    fc.array(cap, { minLength: 1, maxLength: 3 }),
    fc.array(going, { minLength: 1, maxLength: 6 }),
  );
  await fc.assert(
    fc.asyncProperty(cases, async ([past, caps, next]) => {
      await transaction(opened.database, clock, async (tx) => {
        for (const [index, mail] of past.entries()) await store(tx, mail, 1_000_000 + index);
        const now = tx.now.getTime();
        const mails = next.map(({ person, email }, id) => ({
          id,
          person_id: people[person] ?? 0,
          email_id: emails[email]?.id ?? 0,
          labels: emails[email]?.labels ?? [],
          timezone: null,
        }));
        const verdicts = await overCaps(tx, mails, { caps });

        const gone = past.flatMap((mail) => counts(mail, now) ?? []);
        for (const [id, { person, email }] of next.entries()) {
          const carried = emails[email]?.labels ?? [];
          const own = caps.filter((rule) => holds(rule, carried));
          const against = own.filter((rule) => !allows(rule, gone, person, now));
          const verdict = verdicts.get(id);
          if (against.length === 0) {
            expect(verdict).toBeUndefined();
            gone.push({ person, labels: carried, at: now });
            continue;
          }
          const skips = against.some(({ then }) => then === 'skip');
          expect(verdict?.then).toBe(skips ? 'skip' : 'hold');
          expect(verdict?.reason).toMatch(/^Frequency cap: \d in \d+ (hour|hours|day|days)$/);
          if (skips) continue;
          const moments = gone.flatMap(({ at }) =>
            own.map(({ per }) => at + durationMs(per)).filter((at_) => at_ > now),
          );
          const free = moments
            .toSorted((one, other) => one - other)
            .find((at) => own.every((rule) => allows(rule, gone, person, at)));
          expect(verdict?.until.getTime()).toBe(free);
        }
      });
    }),
    { numRuns: runs(300, 60) },
  );
}, 60_000);
