import { type OperationName, operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { Refusal } from '@postroad/core/platform/refusal';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Chance } from '../../support/chance.ts';
import { openTestService, type TestService } from '../../support/service.ts';
import { KnownRecords } from './random/known-records.ts';
import { type DescribedExamples, RandomInputs } from './random/random-input.ts';

/** `npm run soak -- calls` makes a call for each ten of `POSTROAD_SOAK`, and more of them at once. */
const soak = Number(process.env.POSTROAD_SOAK ?? 0);
const size =
  soak > 0
    ? { calls: Math.ceil(soak / 10), atOnce: { share: 0.5, most: 8 }, reverted: 0.15 }
    : { calls: 80, atOnce: { share: 0.06, most: 4 }, reverted: 0.1 };
const seed = Number(process.env.POSTROAD_SEED ?? 20_311_205);
const today = new Date('2026-05-04T10:20:30Z');
/** A call that takes longer hangs. */
const patienceMs = 60_000;

type Json = Record<string, unknown>;
type Law = 'only refusals' | 'dry as real' | 'dry writes nothing' | 'reverted';
interface Made {
  name: OperationName;
  input: Json;
}
/** A refusal, or the answer. */
type Outcome = Refusal | Json;

/** They replace or remove the account, or answer a stream. */
const leftOut: ReadonlySet<OperationName> = new Set<OperationName>([
  ...(['load_example', 'remove_example', 'delete_person', 'describe_schema'] as const),
  ...(['download_backup', 'get_backups', 'export_people', 'import_people'] as const),
]);
const callable = operationNames.filter((name) => !leftOut.has(name));
const isRead = (name: OperationName) => operationNamed(name).safety === 'read';
const writing = callable.filter((name) => !isRead(name));
/** What others depend on: without them nothing sends, waits, or is edited under people. */
const moving = [
  ...(['record_event', 'move_clock', 'activate_flow', 'update_flow', 'publish_flow'] as const),
  ...(['create_broadcast', 'send_broadcast_now', 'pause_broadcast', 'resume_broadcast'] as const),
  ...(['update_sequence_step', 'move_sequence_step', 'toggle_sequence', 'send_message'] as const),
  ...(['publish_email', 'upsert_people', 'create_webhook_endpoint', 'move_run'] as const),
] satisfies OperationName[];

const chance = new Chance(seed);
const known = new KnownRecords();
const found: Record<Law, string[]> = {
  'only refusals': [],
  'dry as real': [],
  'dry writes nothing': [],
  reverted: [],
};
const reached = { answered: 0, refused: 0, dry: 0, reverted: 0 };
let opened: TestService;
let inputs: RandomInputs;
let at = 0;

function breaks(law: Law, { name, input }: Made, what: string): void {
  const call = `${name} ${JSON.stringify(input)}`;
  found[law].push(`POSTROAD_SEED=${seed}, call ${at}: ${call}\n${what}`);
}

/** Answers what the call ends with, and refuses anything but refusals for it. */
async function outcome(made: Made, dryRun = false): Promise<Outcome | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('It hangs.')), patienceMs);
  });
  const options = { actor: opened.actor, dryRun };
  try {
    const call = opened.service.invoke(made.name, made.input as never, options);
    const { output } = await Promise.race([call, late]);
    return output as Json;
  } catch (error) {
    if (error instanceof Refusal) return error;
    const stack = error instanceof Error ? error.stack : String(error);
    breaks('only refusals', made, `${dryRun ? 'in a dry run: ' : ''}${stack}`);
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

async function answer(name: OperationName, input: object): Promise<Json> {
  const options = { actor: opened.actor };
  return (await opened.service.invoke(name, input as never, options)).output as Json;
}

/** The definition files; the counter of a flow only rises. */
async function definitions(): Promise<Record<string, string>> {
  const { files } = (await answer('export_definitions', {})) as { files: Record<string, string> };
  const entries = Object.entries(files).map(([path, text]): [string, string] => [
    path,
    text.replace(/"node_counter": \d+,?/g, ''),
  ]);
  return Object.fromEntries(entries);
}

function difference(before: Record<string, string>, after: Record<string, string>): string {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => before[path] !== after[path])
    .map((path) => `${path}\n  was ${before[path]}\n  is ${after[path]}`)
    .join('\n');
}

async function changesSince(id: number): Promise<{ id: number }[]> {
  const { changes } = (await answer('list_changes', { limit: 50 })) as {
    changes: { id: number }[];
  };
  return changes.filter((change) => change.id > id);
}

/** Whether all changes since one could be reverted, the newest first. */
async function revertSince(id: number): Promise<boolean> {
  const changes = await changesSince(id);
  let isWhole = changes.length > 0;
  for (const change of changes) {
    const made: Made = { name: 'revert_change', input: { change_id: change.id } };
    const ended = await outcome(made);
    if (ended === undefined || ended instanceof Refusal) isWhole = false;
  }
  return isWhole;
}

async function dryRun(made: Made, before: Record<string, string> | null): Promise<Outcome | null> {
  const ended = (await outcome(made, true)) ?? null;
  reached.dry += 1;
  const differs = before ? difference(before, await definitions()) : '';
  if (differs !== '') breaks('dry writes nothing', made, differs);
  return ended;
}

/** One call: some of those that write are made dry first, and some are reverted. */
async function oneCall(made: Made): Promise<void> {
  const writes = !isRead(made.name) && made.name !== 'move_clock';
  const before = writes && chance.happens(size.reverted) ? await definitions() : null;
  const newest = before ? ((await changesSince(0))[0]?.id ?? 0) : 0;
  const dry = writes && chance.happens(0.3) ? await dryRun(made, before) : null;
  const real = await outcome(made);
  if (real === undefined) return;
  const isRefused = real instanceof Refusal;
  reached[isRefused ? 'refused' : 'answered'] += 1;
  if (dry !== null && dry instanceof Refusal !== isRefused) {
    const refusal = dry instanceof Refusal ? dry : real;
    breaks('dry as real', made, `${isRefused ? 'real' : 'dry'}: ${String(refusal)}`);
  }
  if (!before || isRefused || !(await revertSince(newest))) return;
  reached.reverted += 1;
  const differs = difference(before, await definitions());
  if (differs !== '') breaks('reverted', made, differs);
}

function nextName(): OperationName {
  if (chance.happens(0.2)) return chance.one(moving);
  return chance.one(chance.happens(0.75) ? writing : callable);
}

function nextCall(): Made {
  const name = nextName();
  // Held sending would keep all mail from then on.
  if (name === 'hold_sending' && chance.happens(0.8)) return nextCall();
  return { name, input: inputs.of(name) };
}

/** The examples of a topic: its own, or those of its parts. */
async function examplesOf(topic: string): Promise<unknown[]> {
  const index = await answer('describe_schema', { topic });
  const names = [...JSON.stringify(index).matchAll(/"name":"([a-z_]+)"/g)].map(([, name]) => name);
  const examples = [index.example];
  for (const part of new Set(names)) {
    const described = await outcome({ name: 'describe_schema', input: { topic, part } });
    if (described && !(described instanceof Refusal)) examples.push(described.example);
  }
  return examples.filter((example) => example !== undefined);
}

async function describedExamples(): Promise<DescribedExamples> {
  const flows = (await examplesOf('steps')) as { nodes?: Json[] }[];
  return {
    conditions: await examplesOf('conditions'),
    steps: flows.flatMap(({ nodes = [] }) => nodes.slice(0, 1)),
    triggers: await examplesOf('trigger'),
  };
}

beforeAll(async () => {
  const env = {
    ...{ MAIL_FROM: 'shop@example.com', LOG_LEVEL: 'silent' },
    WEBHOOK_ALLOW: '127.0.0.1',
  };
  opened = await openTestService({ env, clockStartsAt: today });
  await answer('load_example', {});
  inputs = new RandomInputs(chance, known, await describedExamples(), today);
  for (at = 0; at < size.calls; at += 1) {
    if (at % 40 === 0) await known.read(answer);
    await oneCall(nextCall());
    if (!chance.happens(size.atOnce.share)) continue;
    await Promise.all(chance.several(size.atOnce.most, nextCall).map((made) => outcome(made)));
  }
}, 86_400_000);

afterAll(() => opened?.close());

const broken = (law: Law) => found[law].slice(0, 5).join('\n\n');

it('SEC-34 no call of any operation ends with anything but an answer or a refusal, alone or beside others', () => {
  expect(broken('only refusals')).toBe('');
  expect(Math.min(...Object.values(reached)), JSON.stringify(reached)).toBeGreaterThan(0);
});

it('DRY-02 a dry run is refused if and only if the call after it is', () => {
  expect(broken('dry as real')).toBe('');
});

it('DRY-02 a dry run changes nothing in the definition files', () => {
  expect(broken('dry writes nothing')).toBe('');
});

it('HIST-14 a call whose changes are all reverted leaves the definition files as they were', () => {
  expect(broken('reverted')).toBe('');
});
