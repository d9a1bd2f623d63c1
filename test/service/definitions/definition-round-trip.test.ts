import type { OperationOutput } from '@postroad/core/catalog/catalog';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { accountTrees } from './definition-accounts.ts';

/** One thousand by hand; each is applied to two accounts. */
const accounts = Number(process.env.DEFINITION_ACCOUNTS ?? 6);

let source: TestService;
let target: TestService;

beforeAll(async () => {
  source = await openTestService();
  target = await openTestService();
});

afterAll(async () => {
  await source.close();
  await target.close();
});

type Files = Record<string, string>;
type Plan = OperationOutput<'apply_definitions'>;

const files = async ({ call }: Calling) => (await call('export_definitions', {})).files;

async function pushed({ call }: Calling, tree: Files): Promise<Plan> {
  // Every account takes the place of the one before it, the ids of its steps too.
  const plan = await call('apply_definitions', { files: tree, prune: true, force: true });
  const errors = plan.changes.flatMap((change) => change.errors);
  expect([plan.parse_errors, errors, plan.ok]).toEqual([[], [], true]);
  return plan;
}

it(
  'DEFN-07 takes any account from one instance to another byte for byte, and finds nothing to change after',
  async () => {
    const [from, to] = [calling(source), calling(target)];
    const law = fc.asyncProperty(accountTrees, async (tree) => {
      await pushed(from, tree);
      const exported = await files(from);
      const again = await from.call('diff_definitions', { files: exported });
      expect([
        again.changed,
        again.blocked,
        again.changes.filter(({ kind }) => kind !== 'unchanged'),
      ]).toEqual([0, false, []]);
      await pushed(to, exported);
      expect(await files(to)).toEqual(exported);
    });
    await fc.assert(law, { numRuns: accounts, endOnFailure: true });
  },
  60_000 + accounts * 5_000,
);
