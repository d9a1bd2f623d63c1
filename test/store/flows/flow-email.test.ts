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

const send = (email_id: unknown, more: object = {}) => ({ type: 'send_email', email_id, ...more });

const definitions = [
  { nodes: [send(1, { id: 1, slug: 'a-b' }), send(2, { id: 2, slug: 'Bad Slug' }), send(3)] },
  { nodes: [{ type: 'if_else', then: [send(1, { id: 4 })], else: [send(2), { met: [send(5)] }] }] },
  { nodes: [send('1'), send(-1), send(0), send(1.5), send(null), send(1e300), send(7.0)] },
  { nodes: [send(9_007_199_254_740_991), send(8, { id: 'x', slug: 'y' }), { email_id: 6 }, null] },
  { nodes: {}, trigger: {} },
  {},
];

const rows = () =>
  transaction(opened.database, { readOnly: true }, async ({ sql }) => {
    const found = await sql<{ row: string }[]>`
      select concat_ws(' ', flow_id, email_id, handle) as row from flow_emails order by 1`;
    return found.map(({ row }) => row);
  });

it('an upgrade finds the steps that saving a flow writes', async () => {
  await transaction(opened.database, {}, async (tx) => {
    for (const [index, definition] of definitions.entries()) {
      const flow = { key: `flow-${index}`, name: '', labels: [], definition };
      await insertFlow(tx, { ...flow, run_policy: 'repeat', status: 'draft' });
    }
  });
  const saved = await rows();
  expect(saved).toHaveLength(9);
  await transaction(opened.database, {}, async (tx) => {
    await tx.sql`delete from flow_emails`;
    await runMigrationFrom(tx, '0009-flow-emails.sql', 'insert into');
  });
  expect(await rows()).toEqual(saved);
});
