import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { compileFlow } from '@postroad/core/flows/definition/compile';
import { normalise } from '@postroad/core/flows/definition/normalise';
import type { SentAssumption } from '@postroad/core/flows/interpreter/assume';
import { type RehearsalFacts, rehearse } from '@postroad/core/flows/interpreter/rehearse';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { authoredSteps } from '../../core/flows/arbitraries.ts';
import { databaseKind } from '../../support/database.ts';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type FlowMoves, flowMoves } from './flow-moves.ts';

let opened: TestService;
let moves: FlowMoves;
let mailed = 0;
let archived = 0;

const ada = 'ada@example.com';

beforeAll(async () => {
  opened = await openTestService();
  moves = flowMoves(opened);
  const email = async (subject: string) =>
    (await moves.call('create_email', { subject, body_markdown: 'x' })).email.id;
  [mailed, archived] = [await email('Welcome'), await email('Old')];
  await moves.call('delete_email', { email_id: archived });
  await moves.call('create_field', { key: 'seats', type: 'number' });
  await moves.call('create_field', { key: 'plan', type: 'string' });
  const fields = { seats: 12, plan: 'pro' };
  await moves.call('upsert_person', { email: ada, tags: ['vip'], fields });
  await moves.call('update_profile', { timezone: 'America/New_York' });
});

afterAll(async () => {
  await opened.close();
});

type DryRun = OperationOutput<'dry_run_flow'>;
interface Asked extends Pick<OperationRequest<'dry_run_flow'>, 'event' | 'past_waits'> {
  assume?: SentAssumption[];
}

const outcome = fc.constantFrom('waited' as const, 'met' as const, 'expired' as const);

describe('the walk of a dry run', () => {
  it('DRY2-02 a pure function over plain data answers what dry_run_flow answers', async () => {
    const definition = { trigger: { event: 'walked' }, nodes: [] };
    await moves.call('create_flow', { key: 'walked', definition });
    const { person } = await moves.call('get_person', { person: ada });
    const { now } = await moves.call('get_clock', {});
    const facts: RehearsalFacts = {
      ...{ flowKey: 'walked', now: new Date(now), zone: 'America/New_York' },
      answers: {
        person: {
          ...{ email: ada, first_name: null, last_name: null, timezone: null },
          ...{ subscribed_on: person.subscribed_on, suppressed: null },
          ...{ tags: new Set(['vip']), fields: person.fields },
        },
        ...{ known: new Map(), segments: new Map(), tunables: new Map(), merge: null },
        emails: new Map([
          [mailed, { archived: false }],
          [archived, { archived: true }],
        ]),
        fieldTypes: new Map([
          ['seats', 'number'],
          ['plan', 'string'],
        ]),
        ...{ sequences: new Map(), lastEvent: 0 },
        draws: { flow_key: 'walked', person_id: person.id, kept: new Map() },
      },
      emails: new Map([
        [mailed, { title: 'Welcome', against: null }],
        [archived, { title: 'Old', against: null }],
      ]),
      start: ' The flow is a draft, so no run would start yet.',
    };
    const assumption = fc.record(
      { step: fc.integer({ min: 1, max: 12 }).map(String), outcome },
      { requiredKeys: ['step', 'outcome'] },
    );
    const asked: fc.Arbitrary<Asked> = fc.record(
      {
        event: fc.constantFrom({ name: 'walked' }, { name: 'paid' }),
        past_waits: fc.boolean(),
        assume: fc.array(assumption, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(authoredSteps, asked, async (nodes, ask) => {
        const unsaved = { trigger: { event: 'walked' }, nodes };
        const flow = compileFlow(normalise(unsaved, { node_counter: 0 }).definition);
        const event = ask.event ? { ...ask.event, details: {}, historical: false } : null;
        // Without an event, nothing of an event trigger is tried.
        const start = event === null ? '' : facts.start;
        const walked = rehearse(flow, structuredClone({ ...facts, start }), {
          ...{ event, assume: ask.assume, pastWaits: ask.past_waits },
        });
        const input = { flow_key: 'walked', person: ada, definition: unsaved, ...ask };
        if ('faults' in walked) {
          const refusal = await moves.refused('dry_run_flow', input);
          expect(refusal.members.errors).toEqual(walked.faults);
          return;
        }
        const answer = await moves.call('dry_run_flow', input);
        const { person: _person, problems: _problems, ...told } = answer;
        expect(told).toEqual(JSON.parse(JSON.stringify(walked)));
      }),
      { numRuns: runs(databaseKind() === 'postgres' ? 1_000 : 200) },
    );
  });

  it('DRY2-02 past waits it walks what the engine then does, at the same times', async () => {
    const flows = fc.sample(lists, runs(databaseKind() === 'postgres' ? 200 : 50));
    const told = new Map<string, DryRun>();
    const keys = flows.map((_, index) => `engine-${index}`);
    for (const [index, nodes] of flows.entries()) {
      const key = keys[index] ?? '';
      await moves.live(key, nodes);
      const person = `${key}@example.com`;
      await moves.call('upsert_person', { email: person, tags: ['vip'], fields: { seats: 12 } });
      const event = { name: key };
      const asked = { flow_key: key, person, event, past_waits: true };
      told.set(key, await moves.call('dry_run_flow', asked));
    }
    for (const key of keys) {
      await moves.call('record_event', { email: `${key}@example.com`, name: key });
    }
    await moves.call('move_clock', { advance: { amount: 400, unit: 'days' } });
    let waits = 0;
    for (const [index, key] of keys.entries()) {
      const { runs: started } = await moves.call('list_flow_runs', { flow_key: key });
      const { run } = await moves.call('get_run', { run_id: started[0]?.id ?? 0 });
      const trace = run.trace.map(({ step, arm, at }) => [step?.handle, arm, at]);
      const walked = told.get(key);
      const steps = walked?.steps.map(({ handle, arm, at }) => [handle, arm, at]);
      expect(steps, JSON.stringify(flows[index])).toEqual(trace);
      expect(walked?.completed).toBe(run.status === 'completed');
      waits += run.trace.filter((entry) => entry.outcome === 'released').length;
    }
    expect(waits).toBeGreaterThan(flows.length);
  });
});

const leaf = fc.oneof(
  fc.constantFrom('vip', 'walker').map((tag) => ({ type: 'has_tag', tag })),
  fc.integer({ min: 1, max: 3 }).map((emails) => ({
    ...{ type: 'predicate', name: 'received_at_least', args: { emails, within_days: 2 } },
  })),
  fc.constantFrom(1, 4).map((days) => ({
    ...{ type: 'predicate', name: 'joined_within', args: { days } },
  })),
  fc.constant({ type: 'event_occurred', event: 'walker_paid', within_days: 2 }),
  fc.constant({ type: 'field', field: 'seats', op: 'greater', value: 5 }),
  fc.constant(null).map(() => ({ type: 'received_email', email_id: mailed, within_days: 3 })),
);
const condition = fc.oneof(
  leaf,
  leaf.map((one) => ({ not: one })),
);
const length = fc.record({
  amount: fc.integer({ min: 1, max: 3 }),
  unit: fc.constantFrom('hours', 'days'),
});
const awaited = fc.oneof(
  condition.map((one) => ({ condition: one })),
  fc
    .constantFrom('next_occurrence', 'any_past')
    .map((occurrence) => ({ event: { name: 'walker_paid', occurrence } })),
);

/** Steps of flows that can be activated, and in which nothing happens but what they do themselves. */
const lists: fc.Arbitrary<object[]> = fc.letrec<{ list: object[]; step: object }>((tie) => ({
  list: fc.array(tie('step'), { minLength: 1, maxLength: 4 }),
  step: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.record({ type: fc.constant('delay'), duration: length }),
    fc.constant(null).map(() => ({ type: 'send_email', email_id: mailed })),
    fc.constantFrom('walker', 'other').map((tag) => ({ type: 'add_tag', tag })),
    fc.constant({ type: 'remove_tag', tag: 'vip' }),
    fc.constantFrom(1, 9).map((value) => ({ type: 'set_field', field: 'seats', value })),
    fc.constant({
      type: 'fire_event',
      event: 'walker_paid',
      details: { at: '{{ "now" | date }}' },
    }),
    fc.record({
      ...{ type: fc.constant('gate'), wait_for: awaited, expires_after: length },
      ...{ met: tie('list'), expired: tie('list') },
    }),
    fc.record({ type: fc.constant('if_else'), condition, then: tie('list'), else: tie('list') }),
  ),
})).list;
