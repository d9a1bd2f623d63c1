import { writeSettings } from '@postroad/store/account/setting';
import { insertGuard } from '@postroad/store/conditions/guard';
import { insertSegment } from '@postroad/store/conditions/segment';
import { insertFlow } from '@postroad/store/flows/flow';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../../support/database.ts';
import { runMigrationFrom } from '../../support/migration-part.ts';

let opened: OpenTestDatabase;

beforeAll(async () => {
  opened = await openTestDatabase();
});

afterAll(() => opened.drop());

const received = { type: 'received_email', email_id: 4 };
const all = {
  all: [
    received,
    { not: { any: [received, { type: 'opened_email' }, { type: 'has_tag', tag: 'x' }] } },
    { type: 'field', field: 'level', op: 'present' },
    { type: 'in_segment', segment: 'vips' },
    { type: 'in_segment', segment_id: 12 },
    { type: 'finished_sequence', sequence_id: 3 },
    { type: 'completed_flow', flow: 'welcome' },
    { type: 'purchased', product: 'pro' },
  ],
};
const step = (id: number, type: string, more: object) => ({
  id,
  name: type,
  slug: 'a-b',
  type,
  ...more,
});
const definitions = [
  { trigger: { event: 'x' }, nodes: [step(1, 'send_email', { email_id: 4 }), null, {}] },
  {
    trigger: { type: 'subscription_renewal_approaching', product: 'pro', interval: 'month' },
    nodes: [
      step(1, 'if_else', {
        ...{ condition: all, then: [step(2, 'delay', { duration: { setting: 'rest' } })] },
        else: [step(3, 'set_field', { field: 'level', value: { setting: 'no' } })],
      }),
      step(4, 'gate', {
        ...{ wait_for: { condition: all }, expires_after: { setting: 'long' } },
        ...{ met: [step(5, 'start_sequence', { sequence_id: 7 })], expired: [] },
      }),
      step(6, 'fire_event', { event: 'x', details: { setting: 'no', type: 'purchased' } }),
      { type: 'send_email', email_id: 'four' },
    ],
  },
  { nodes: {}, trigger: {} },
  {},
];
const toggles = [
  {
    ...{ id: 'news', label: 'News', condition: { type: 'field', field: 'news', op: 'present' } },
    on: [{ type: 'set_field', field: 'news', value: 'yes' }],
    off: [{ type: 'clear_field', field: 'other' }],
  },
];

const rows = () =>
  transaction(opened.database, { readOnly: true }, async ({ sql }) => {
    const found = await sql<{ row: string }[]>`
      select concat_ws(' ', 'flow', flow_id, 'segment', segment_id, 'guard', guard_id, toggle, handle,
        kind, record_id, record_key) as row
      from record_references order by 1`;
    return found.map(({ row }) => row);
  });

it('an upgrade finds the names that saving flows, segments, guards and toggles writes', async () => {
  await transaction(opened.database, {}, async (tx) => {
    for (const [index, definition] of definitions.entries()) {
      const flow = { key: `flow-${index}`, name: '', labels: [], definition };
      await insertFlow(tx, { ...flow, run_policy: 'repeat', status: 'draft' });
    }
    const named = { key: 'all', name: 'All' };
    await insertSegment(tx, { ...named, description: '', definition: all });
    await insertGuard(tx, { ...named, condition: all, labels: [], enabled: true });
    await writeSettings(tx, new Map([['sending.subscription_preferences', { toggles }]]));
  });
  const saved = await rows();
  expect(saved.length).toBeGreaterThan(30);
  await transaction(opened.database, {}, async (tx) => {
    await tx.sql`delete from record_references`;
    await runMigrationFrom(tx, '0037-record-references.sql', 'with texts');
  });
  expect(await rows()).toEqual(saved);
});
