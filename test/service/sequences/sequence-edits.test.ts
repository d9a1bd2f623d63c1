import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKind } from '../../support/database.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Sequencing, sequencing } from './sequencing.ts';

let opened: TestService;
let seq: Sequencing;

beforeAll(async () => {
  opened = await openTestService();
  seq = sequencing(opened);
});

afterAll(async () => {
  await opened.close();
});

/** The same random numbers each time; from 0 to below `sides`. */
const server = databaseKind() === 'postgres';

function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * sides);
  };
}

interface World {
  roll: (sides: number) => number;
  id: number;
  emails: number[];
  people: string[];
}

const stepsOf = async (id: number) =>
  (await seq.call('get_sequence', { sequence_id: id })).sequence.steps;

/** One change of the steps, by whatever the dice say. */
async function edit({ roll, id, emails }: World): Promise<void> {
  const steps = await stepsOf(id);
  const step = steps[roll(steps.length || 1)];
  const kind = roll(8);
  const email_id = emails[roll(emails.length)] ?? 0;
  if (!step || kind < 2) {
    const draft = roll(2) === 0;
    await seq.add(id, { hours: roll(4), draft, email_id }, roll(steps.length + 2));
  } else if (kind === 2) {
    const status = step.status === 'draft' ? 'active' : 'draft';
    await seq.call('update_sequence_step', { step_id: step.id, status });
  } else if (kind === 3) {
    await seq.call('update_sequence_step', { step_id: step.id, delay_amount: roll(5) });
  } else if (kind < 6) {
    const direction = roll(2) === 0 ? 'up' : 'down';
    await seq.call('move_sequence_step', { step_id: step.id, direction });
  } else if (kind === 6) {
    await seq.call('delete_sequence_step', { step_id: step.id });
  } else {
    await seq.call('toggle_sequence', { sequence_id: id, enabled: roll(2) === 0 });
  }
}

/** Brings everybody to the end: on, every step active, and time enough. */
async function finish({ id }: World): Promise<void> {
  await seq.call('toggle_sequence', { sequence_id: id, enabled: true });
  for (const step of await stepsOf(id)) {
    await seq.call('update_sequence_step', { step_id: step.id, status: 'active' });
  }
  await seq.pass(100 * 60);
}

async function walk(seed: number, repeat_mode: 'single_run' | 'once_per_email'): Promise<World> {
  const roll = dice(seed);
  const emails: number[] = [];
  for (const subject of ['One', 'Two', 'Three']) {
    emails.push((await seq.call('create_email', { subject, body_markdown: 'Hello.' })).email.id);
  }
  const wanted = [1, 2, 3].map((hours) => ({ hours, email_id: emails[roll(3)] ?? 0 }));
  const { id } = await seq.sequence(wanted, { repeat_mode });
  const people = Array.from({ length: 4 }, (_, at) => `p${at}@seed${seed}-${id}.example.com`);
  const world = { roll, id, emails, people };
  for (const person of people) {
    await seq.start(id, person);
    for (let edits = roll(6); edits > 0; edits -= 1) {
      await edit(world);
      await seq.pass(roll(3) * 45);
    }
  }
  return world;
}

/** Ended mail, without what was pulled from the queue, as `person step` and `person email`. */
async function ended(id: number): Promise<{ step: string; email: string; sent: boolean }[]> {
  const rows = await opened.database.pool<{ step: string; email: string; sent: boolean }[]>`
    select person_id || ' ' || step_id as step, person_id || ' ' || email_id as email,
      status = 'sent' as sent
    from send_log where source_kind = 'sequence' and source_id = ${id} and status <> 'canceled'`;
  return rows.map((row) => ({ ...row }));
}

const unfinished = async (id: number) =>
  (await seq.call('get_sequence', { sequence_id: id })).sequence.people_inside;

describe('whatever is changed of the steps while people are partway', () => {
  it.each((server ? [1, 2, 3, 4, 5, 6, 7, 8] : [1, 2, 3, 4]).slice(0, runs(8, 3)))(
    'nobody is lost, and no step comes twice in one run (walk %i)',
    {
      timeout: 240_000,
    },
    async (seed) => {
      const world = await walk(seed, 'single_run');
      await finish(world);
      expect(await unfinished(world.id)).toBe(0);
      const steps = (await ended(world.id)).map(({ step }) => step);
      expect(steps.length).toBeGreaterThan(0);
      expect(new Set(steps).size).toBe(steps.length);
    },
  );

  it.each((server ? [9, 10, 11, 12] : [9, 10]).slice(0, runs(4, 2)))(
    'SEQ-05 once_per_email repeats no email, over two runs (walk %i)',
    {
      timeout: 240_000,
    },
    async (seed) => {
      const world = await walk(seed, 'once_per_email');
      await finish(world);
      await seq.start(world.id, ...world.people);
      await edit(world);
      await finish(world);
      expect(await unfinished(world.id)).toBe(0);
      const emails = (await ended(world.id)).flatMap(({ sent, email }) => (sent ? email : []));
      expect(new Set(emails).size).toBe(emails.length);
    },
  );
});
