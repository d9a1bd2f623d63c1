import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { revisionIn } from '@postroad/core/platform/operations/revised';
import { Refusal } from '@postroad/core/platform/refusal';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { openTestService, type TestService } from '../../support/service.ts';

type Json = Record<string, unknown>;

let opened: TestService;

beforeAll(async () => {
  opened = await openTestService({ env: { STARTER: '1' } });
});

afterAll(() => opened.close());

async function call(name: OperationName, input: Json, ifRevision?: number): Promise<Json> {
  const options = {
    actor: opened.actor,
    ...(ifRevision === undefined ? {} : { ifRevision: [ifRevision] }),
  };
  return (await opened.service.invoke(name, input, options)).output as Json;
}

/** The revision that an answer shows. */
async function revisionAfter(name: OperationName, input: Json): Promise<number | null> {
  return revisionIn(operationNamed(name), await call(name, input));
}

async function idOf(name: OperationName, input: Json, member: string): Promise<number> {
  return ((await call(name, input))[member] as { id: number }).id;
}

const definition = { type: 'has_tag', tag: 'vip' };
const flow = {
  trigger: { event: 'signed_up' },
  nodes: [{ type: 'add_tag', tag: 'new' }],
};

interface Life {
  create: [OperationName, Json];
  /** From the answer of the create. */
  get: (made: Json) => [OperationName, Json];
  change: (made: Json) => [OperationName, Json];
}

const idIn = (made: Json, member: string) => (made[member] as { id: number }).id;

/** A record of each resource that has an address. */
const lives: Record<string, Life> = {
  themes: {
    create: ['create_theme', { name: 'Night' }],
    get: () => ['get_theme', { theme_key: 'night' }],
    change: () => [
      'update_theme',
      { theme_key: 'night', variables: { button_border_radius: '7px' } },
    ],
  },
  products: {
    create: ['create_product', { key: 'pro' }],
    get: () => ['get_product', { product_key: 'pro' }],
    change: () => ['update_product', { product_key: 'pro', name: 'Pro' }],
  },
  templates: {
    create: ['create_layout', { name: 'Plain', html: '<p>{{ content }}</p>' }],
    get: (made) => ['get_layout', { layout_id: idIn(made, 'template') }],
    change: (made) => ['update_layout', { layout_id: idIn(made, 'template'), css: 'p{color:red}' }],
  },
  components: {
    create: ['create_component', { key: 'note', html: '<b>Hi</b>' }],
    get: () => ['get_component', { component_key: 'note' }],
    change: () => ['update_component', { component_key: 'note', html: '<b>Hello</b>' }],
  },
  emails: {
    create: ['create_email', { subject: 'Welcome', body_markdown: 'Hi' }],
    get: (made) => ['get_email', { email_id: idIn(made, 'email') }],
    change: (made) => ['update_email', { email_id: idIn(made, 'email'), labels: ['promo'] }],
  },
  sequences: {
    create: ['create_sequence', { name: 'Tips' }],
    get: (made) => ['get_sequence', { sequence_id: idIn(made, 'sequence') }],
    change: (made) => [
      'update_sequence',
      { sequence_id: idIn(made, 'sequence'), repeat_mode: 'resend_all' },
    ],
  },
  flows: {
    create: ['create_flow', { key: 'hello', definition: flow }],
    get: () => ['get_flow', { flow_key: 'hello' }],
    change: () => ['update_flow', { flow_key: 'hello', run_policy: 'repeat' }],
  },
  broadcasts: {
    create: ['create_broadcast', { name: 'News', email_source: 'scratch' }],
    get: (made) => ['get_broadcast', { broadcast_id: idIn(made, 'broadcast') }],
    change: (made) => [
      'update_broadcast',
      { broadcast_id: idIn(made, 'broadcast'), emails_per_hour: 9 },
    ],
  },
  segments: {
    create: ['create_segment', { key: 'vips', definition }],
    get: () => ['get_segment', { segment_key: 'vips' }],
    change: () => ['update_segment', { segment_key: 'vips', description: 'The best' }],
  },
  guards: {
    create: ['create_guard', { key: 'vips', condition: definition }],
    get: () => ['get_guard', { guard_key: 'vips' }],
    change: () => ['update_guard', { guard_key: 'vips', enabled: false }],
  },
  forms: {
    create: ['create_form', { key: 'join' }],
    get: () => ['get_form', { form_key: 'join' }],
    change: () => ['update_form', { form_key: 'join', enabled: false }],
  },
  fields: {
    create: ['create_field', { key: 'plan' }],
    get: () => ['get_field', { field_key: 'plan' }],
    change: () => ['update_field', { field_key: 'plan', active: false }],
  },
  profile: {
    create: ['get_profile', {}],
    get: () => ['get_profile', {}],
    change: () => ['update_profile', { timezone: 'Europe/Berlin' }],
  },
  settings: {
    create: ['get_settings', {}],
    get: () => ['get_settings', {}],
    change: () => ['update_settings', { settings: { 'sending.mailing_address': '1 Main St' } }],
  },
};

describe.each(Object.entries(lives))('%s', (_resource, { create, get, change }) => {
  it('REV-01, REV-03, REV-04, REV-06 count their changes, and refuse a write of another revision', async () => {
    const made = await call(...create);
    const first = revisionIn(operationNamed(create[0]), made) ?? 0;
    expect(first).toBeGreaterThanOrEqual(1);
    expect(await revisionAfter(...get(made))).toBe(first);
    const second = (await revisionAfter(...change(made))) ?? 0;
    expect(second).toBe(first + 1);
    expect(await revisionAfter(...get(made))).toBe(second);
    // The same write again changes nothing.
    expect(await revisionAfter(...change(made))).toBe(second);
    const stale = call(...change(made), first);
    await expect(stale).rejects.toThrow(Refusal);
    await expect(stale).rejects.toMatchObject({
      code: 'revision_mismatch',
      members: { expected: first, actual: second, current: expect.any(Object) },
    });
    expect(revisionIn(operationNamed(change(made)[0]), await call(...change(made), second))).toBe(
      second,
    );
  });
});

it('REV-03 status, archiving and steps are changes of their record', async () => {
  const sequence_id = await idOf('create_sequence', { name: 'Steps' }, 'sequence');
  const of = async () => (await revisionAfter('get_sequence', { sequence_id })) ?? 0;
  const ids: number[] = [];
  for (const expected of [2, 3]) {
    ids.push(await idOf('add_sequence_step', { sequence_id, email_source: 'scratch' }, 'step'));
    expect(await of()).toBe(expected);
  }
  const [step_id] = ids;
  const moves: [OperationName, Json][] = [
    ['update_sequence_step', { step_id, delay_amount: 3 }],
    ['move_sequence_step', { step_id, direction: 'down' }],
    ['toggle_sequence', { sequence_id, enabled: true }],
    ['delete_sequence_step', { step_id }],
  ];
  for (const [name, input] of moves) {
    const before = await of();
    await call(name, input);
    expect(await of(), name).toBeGreaterThan(before);
  }
  const email_id = await idOf('create_email', { subject: 'Old' }, 'email');
  expect(await call('delete_email', { email_id })).toMatchObject({ archived: true, revision: 2 });
  expect(await revisionAfter('restore_email', { email_id })).toBe(3);
  await call('create_flow', { key: 'status', definition: flow });
  expect(await revisionAfter('activate_flow', { flow_key: 'status' })).toBe(2);
  expect(await revisionAfter('pause_flow', { flow_key: 'status' })).toBe(3);
  expect(await revisionAfter('pause_flow', { flow_key: 'status' })).toBe(3);
});

it('REV-03 a theme or layout that becomes the default changes, and so does the one that was', async () => {
  await call('create_theme', { name: 'Next' });
  const old = (await call('list_themes', {})).themes as { key: string; is_default: boolean }[];
  const key = old.find((theme) => theme.is_default)?.key ?? '';
  const before = (await revisionAfter('get_theme', { theme_key: key })) ?? 0;
  const answered = await revisionAfter('update_theme', { theme_key: 'next', is_default: true });
  expect(answered).toBe(await revisionAfter('get_theme', { theme_key: 'next' }));
  expect(await revisionAfter('get_theme', { theme_key: key })).toBe(before + 1);
});

it('REV-03 a column that is added to an authored table counts unless a migration says otherwise', async () => {
  await call('create_guard', { key: 'later', condition: definition });
  const revision = await transaction(opened.database, { rollback: true }, async ({ sql }) => {
    await sql`alter table guards add reason text`;
    const [row] = await sql<{ revision: number }[]>`
      update guards set reason = 'New' where key = 'later' returning revision`;
    return row?.revision;
  });
  expect(revision).toBe(2);
});

it('REV-04 what the service counts and times for itself is no change', async () => {
  await call('record_event', {
    email: 'ada@example.com',
    name: 'signed_up',
    person: { fields: { seats: 3 } },
  });
  const before = await revisionAfter('get_field', { field_key: 'seats' });
  await call('record_event', {
    email: 'ada@example.com',
    name: 'signed_up',
    person: { fields: { seats: 4 } },
  });
  expect(await revisionAfter('get_field', { field_key: 'seats' })).toBe(before);
});

describe('two writers at once', () => {
  const rounds = process.env.POSTROAD_SOAK ? 10_000 : runs(300);

  it(`REV-09 lose no update, and each loser gets the record as it is (${rounds} rounds)`, async () => {
    const segment_key = 'race';
    await call('create_segment', { key: segment_key, definition, description: '0' });
    let stored = 0;
    const lost: unknown[] = [];
    const read = async () => (await call('get_segment', { segment_key })).segment as Json;
    for (let round = 0; round < rounds; round += 1) {
      const { revision, description } = await read();
      const next = String(Number(description) + 1);
      const answers = await Promise.allSettled(
        [0, 1].map(() =>
          call('update_segment', { segment_key, description: next }, revision as number),
        ),
      );
      const kept = answers.filter(({ status }) => status === 'fulfilled').length;
      expect(kept, `round ${round}`).toBe(1);
      stored += kept;
      lost.push(...answers.flatMap((one) => (one.status === 'rejected' ? [one.reason] : [])));
    }
    const shown = await read();
    expect(shown).toMatchObject({ description: String(stored), revision: stored + 1 });
    for (const reason of lost) expect(reason).toMatchObject({ code: 'revision_mismatch' });
    expect(lost.at(-1)).toMatchObject({
      members: { actual: stored + 1, current: { description: String(stored) } },
    });
  });

  it('REV-09 the same where the handler takes no lock of its own before it reads', async () => {
    for (let round = 0; round < runs(50); round += 1) {
      const { revision } = (await call('get_profile', {})).profile as { revision: number };
      const answers = await Promise.allSettled(
        [0, 1].map((writer) => call('update_profile', { name: `${round}-${writer}` }, revision)),
      );
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    }
  });
});
