import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { Refusal } from '@postroad/core/platform/refusal';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chance } from '../../support/chance.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling } from '../app/calling.ts';
import { accountTrees } from './definition-accounts.ts';
import { editedTree, type Tree } from './tree-edits.ts';

/** `npm run soak -- trees` edits a tree for each hundred of `POSTROAD_SOAK`. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0);
const trees = soak > 0 ? Math.ceil(soak / 100) : 40;
const seed = Number(process.env.POSTROAD_SEED ?? 20_311_205);

type Law = 'pulled' | 'only refusals' | 'as planned' | 'blocked' | 'applied' | 'restored';
type Plan = OperationOutput<'apply_definitions'>;

const chance = new Chance(seed);
const found: Record<Law, string[]> = {
  ...{ pulled: [], 'only refusals': [], 'as planned': [], blocked: [], applied: [], restored: [] },
};
const reached = { applied: 0, blocked: 0, restored: 0 };
let opened: TestService;
let api: Calling;
/** The tree that is tried, as a failure names it. */
let label = '';

const breaks = (law: Law, what: unknown) =>
  found[law].push(`POSTROAD_SEED=${seed}, ${label}\n${JSON.stringify(what, null, 1)}`);

/** Null where it was refused, or broke the law that all else is a refusal. */
async function ended(call: Promise<Plan>): Promise<Plan | null> {
  try {
    return await call;
  } catch (error) {
    const isRefused = error instanceof Refusal;
    if (!isRefused) breaks('only refusals', error instanceof Error ? error.stack : String(error));
    return null;
  }
}

const changedIn = ({ changes }: Plan) => changes.filter(({ kind }) => kind !== 'unchanged');

/** The paths at which two trees differ; the counter of a flow only rises. */
function difference(one: Tree, other: Tree): string[] {
  const bare = (text = '') => text.replace(/"node_counter": \d+,?/g, '');
  return [...new Set([...Object.keys(one), ...Object.keys(other)])]
    .filter((path) => !(path in one && path in other) || bare(one[path]) !== bare(other[path]))
    .map((path) => `${path}\n  was ${one[path]}\n  is ${other[path]}`);
}

async function checkPulled(byKey: { by_key?: true }): Promise<Pulled> {
  const pulled = await api.call('export_definitions', byKey);
  const base = chance.happens(0.5) ? { base: pulled.base } : {};
  const plan = await api.call('diff_definitions', { files: pulled.files, ...base });
  if (plan.changed !== 0 || changedIn(plan).length > 0) breaks('pulled', changedIn(plan));
  return pulled;
}

type Pulled = OperationOutput<'export_definitions'>;

/**
 * What has been applied is unchanged, but for what says that it was made before, or counted on, and for
 * an email without key, title and subject, by which nothing knows it again.
 */
async function checkApplied(files: Tree): Promise<void> {
  const plan = await ended(api.call('diff_definitions', { files }));
  const odd = (plan?.changes ?? []).filter(
    (change) =>
      !['unchanged', 'absent'].includes(change.kind) &&
      !/counter_behind|made_before|email_blank/.test(JSON.stringify(change)),
  );
  if (odd.length > 0) breaks('applied', odd);
}

async function checkRestored(files: Tree, byKey: { by_key?: true }): Promise<void> {
  const plan = await ended(api.call('apply_definitions', { files, prune: true, force: true }));
  if (!plan || plan.blocked) return;
  reached.restored += 1;
  const now = await api.call('export_definitions', byKey);
  const differs = difference(files, now.files);
  if (differs.length > 0) breaks('restored', differs);
}

/** A plan names what force or prune does besides, so only without them do the two agree in all. */
function checkAsPlanned(plan: Plan, done: Plan, options: { prune: boolean; force: boolean }): void {
  if (done.blocked && !plan.blocked && !options.prune) {
    breaks(
      'as planned',
      done.changes.filter(({ blocks }) => blocks),
    );
  }
  if (done.blocked) return;
  if (plan.blocked && !options.force) breaks('as planned', plan.blocked_by);
  const isPlain = !options.prune && !options.force;
  if (isPlain && done.applied !== plan.changed) {
    breaks('as planned', { changed: plan.changed, applied: done.applied });
  }
}

async function tryTree(at: number): Promise<void> {
  const byKey: { by_key?: true } = chance.happens(0.3) ? { by_key: true } : {};
  label = `tree ${at}, pulled`;
  const pulled = await checkPulled(byKey);
  const { files, edits } = editedTree(chance, pulled.files);
  const options = { prune: chance.happens(0.2), force: chance.happens(0.2) };
  const base = chance.happens(0.5) ? { base: pulled.base } : {};
  const how = { ...byKey, ...options, base: 'base' in base };
  label = `tree ${at}: ${JSON.stringify(edits)} ${JSON.stringify(how)}`;
  const plan = await ended(api.call('diff_definitions', { files, ...base }));
  const done = await ended(api.call('apply_definitions', { files, ...base, ...options }));
  if ((plan === null) !== (done === null)) breaks('as planned', 'One of both was refused.');
  if (!plan || !done) return;
  checkAsPlanned(plan, done, options);
  reached[done.blocked ? 'blocked' : 'applied'] += 1;
  if (done.blocked) {
    const now = await api.call('export_definitions', byKey);
    const differs = difference(pulled.files, now.files);
    if (differs.length > 0) breaks('blocked', differs);
    return;
  }
  if (!options.prune) await checkApplied(files);
  if (chance.happens(0.4)) await checkRestored(pulled.files, byKey);
}

async function applyAccount(): Promise<void> {
  const [files = {}] = fc.sample(accountTrees, { numRuns: 1, seed });
  const { ok } = await api.call('apply_definitions', { files, prune: true, force: true });
  expect(ok).toBe(true);
}

beforeAll(async () => {
  opened = await openTestService({ env: { MAIL_FROM: 'shop@example.com', LOG_LEVEL: 'silent' } });
  api = calling(opened);
  // Loading the example takes longer than all of the rest.
  if (soak > 0) await api.call('load_example', {});
  else await applyAccount();
  for (let at = 0; at < trees; at += 1) await tryTree(at);
}, 86_400_000);

afterAll(() => opened?.close());

it.each<[string, Law]>([
  ['FILE-18 what was pulled, by id or by key, changes nothing', 'pulled'],
  ['SEC-34 no tree ends with anything but a plan or a refusal', 'only refusals'],
  [
    'DEFN-14 an apply stores as many records as the difference said, or is blocked like it',
    'as planned',
  ],
  ['DEFN-10 a blocked apply writes nothing', 'blocked'],
  ['DEFN-13 what was applied is unchanged afterwards', 'applied'],
  ['DEFN-10 a tree applied back with prune and force restores what there was', 'restored'],
])('%s', (_name, law) => {
  expect(found[law].slice(0, 5).join('\n\n')).toBe('');
});

it('DEFN-10 random trees reach applies, blocks and ways back', () => {
  expect(Math.min(...Object.values(reached)), JSON.stringify(reached)).toBeGreaterThan(0);
});
