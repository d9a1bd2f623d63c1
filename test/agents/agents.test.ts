import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerIn, rawClients } from '../mcp/raw-clients.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { at, Conversation, type Cost, type Json } from './conversation.ts';
import { faultsIn, follow, names, withChange } from './follow-fix.ts';
import { layGround, startsAt } from './ground.ts';
import { type Facts, mutatedCalls, validCalls } from './mutated-calls.ts';
import { tasks } from './tasks.ts';

/** One row of the table: a task with what it cost and whether it was done. */
type Row = { task: string; done: boolean } & Cost;

const golden = join(import.meta.dirname, 'golden', 'tasks.json');

/** Times, ids and hashes in answers are now and then a digit longer. */
const bytesMayDiffer = 0.02;

let running: RunningService;
let client: Client;
const rows: Row[] = [];
let calls: ReturnType<typeof validCalls>;

async function hold(task: (typeof tasks)[number], listed: string[]): Promise<Row> {
  await task.before?.(running);
  const conversation = new Conversation(client, listed);
  const learned = await task.talk(conversation);
  const done = await task.isDone(running, learned);
  return { task: task.title, done, ...conversation.cost };
}

beforeAll(async () => {
  running = await startService({}, { clockStartsAt: new Date(startsAt) });
  await layGround(running);
  client = await rawClients['HTTP, 2026'](running, { answers: 'yes' });
  const listed = (await client.listTools()).tools.map(({ name }) => name);
  for (const task of tasks) rows.push(await hold(task, listed));
});

afterAll(async () => {
  for (const one of [client, ...agents]) await one.close();
  await running.stop();
});

const sum = (of: keyof Cost) => rows.reduce((total, row) => total + row[of], 0);

it('EVAL-01 costs agents what the table says; UPDATE_GOLDEN=1 writes it again', async () => {
  const lines = rows.map((row) => `  ${JSON.stringify(row)}`).join(',\n');
  if (process.env.UPDATE_GOLDEN === '1') await writeFile(golden, `[\n${lines}\n]\n`);
  const table = JSON.parse(await readFile(golden, 'utf8')) as Row[];
  const withoutBytes = (all: Row[]) => all.map(({ bytes: _, ...row }) => row);
  expect(withoutBytes(rows)).toEqual(withoutBytes(table));
  for (const [index, { task, bytes }] of rows.entries()) {
    const known = table[index]?.bytes ?? 0;
    const differs = Math.abs(bytes - known) / known;
    expect(differs, `${task}: ${bytes} bytes, ${known} in the table`).toBeLessThan(bytesMayDiffer);
  }
});

it('EVAL-02 does all twenty tasks, in at most 75 calls and 70 kB', () => {
  const costs = { calls: sum('calls'), rejected: sum('rejected'), bytes: sum('bytes') };
  process.stdout.write(`twenty tasks: ${JSON.stringify(costs)}\n`);
  expect(rows.filter(({ done }) => !done)).toEqual([]);
  expect(rows).toHaveLength(20);
  expect(costs.calls).toBeLessThanOrEqual(75);
  expect(costs.bytes).toBeLessThanOrEqual(70_000);
});

/** What the mutated calls name; the tasks left the rest behind. */
async function factsOf({ invoke }: RunningService): Promise<Facts> {
  const first = async (path: string, ...call: Parameters<typeof invoke>) =>
    at((await invoke(...call)) as Json, path) as number;
  const segment_id = await first('segment.id', 'get_segment', { segment_key: 'pro' });
  await invoke('create_segment', {
    ...{ key: 'news', name: 'News' },
    definition: { type: 'has_tag', tag: 'news' },
  });
  const email_id = await first('emails.0.id', 'list_emails', { q: 'Tips' });
  const broadcast_id = await first('broadcast.id', 'create_broadcast', {
    ...{ name: 'News', segment_id, email_source: 'copy', email_id },
  });
  const flow_key = 'onboarding';
  await invoke('create_flow', { key: 'trial', name: 'Trial' });
  await invoke('tag_person', { person: 'ada@example.com', tag: 'customer' });
  return {
    ...{ email_id, broadcast_id, segment_id },
    layout_id: await first('templates.0.id', 'list_layouts', {}),
    sequence_id: await first('sequence.id', 'create_sequence', { name: 'Another course' }),
    run_id: await first('runs.0.id', 'list_flow_runs', { flow_key }),
    version_id: await first('versions.0.id', 'list_flow_versions', { flow_key }),
  };
}

/** Each with a token of its own: the limit on dry runs and the like is one of a token (LIM2-03). */
const agents: Client[] = [];

async function startAgents(): Promise<void> {
  for (const name of ['First', 'Second', 'Third', 'Fourth', 'Fifth', 'Sixth']) {
    const made = await running.invoke('create_token', { name, scopes: ['admin'] });
    const { secret } = made as { secret: string };
    const own = { ...running, token: secret };
    agents.push(await rawClients['HTTP, 2026'](own, { answers: 'yes' }));
  }
}

let asked = 0;

async function ask(tool: string, args: Json): Promise<{ answer: Json; isError: boolean }> {
  const agent = agents[asked++ % agents.length] ?? client;
  const result = await agent.callTool({ name: tool, arguments: args });
  return { answer: answerIn(result), isError: result.isError === true };
}

it('EVAL-03 takes the calls that are changed in one place', async () => {
  await startAgents();
  calls = validCalls(await factsOf(running));
  for (const [name, [tool, args]] of Object.entries(calls)) {
    const { answer, isError } = await ask(tool, args);
    expect([name, isError ? answer : null, faultsIn(answer)]).toEqual([name, null, []]);
  }
});

it('EVAL-03 names the field in 95 of 100 mutated calls, with a fix that works in 92', async () => {
  expect(mutatedCalls).toHaveLength(100);
  const unnamed: string[] = [];
  const unfixed: string[] = [];
  for (const { kind, call, change, field } of mutatedCalls) {
    const [tool, valid] = calls[call] ?? ['', {}];
    const args = withChange(valid, change);
    if (args === null) throw new Error(`${call} has no ${field}.`);
    const { answer } = await ask(tool, args);
    const line = `\n${kind} ${call} ${JSON.stringify(change)}: ${JSON.stringify(answer).slice(0, 600)}`;
    if (!names(answer, field, 'set' in change ? change.set[1] : '')) unnamed.push(line);
    const next = follow(answer, args, valid);
    const then = next === null ? null : await ask(tool, next);
    if (then === null || then.isError || faultsIn(then.answer).length > 0) unfixed.push(line);
  }
  const named = mutatedCalls.length - unnamed.length;
  const fixed = mutatedCalls.length - unfixed.length;
  process.stdout.write(
    `100 mutated calls: ${named} name the field, ${fixed} have a fix that works\n`,
  );
  expect(named, unnamed.join('\n')).toBeGreaterThanOrEqual(95);
  expect(fixed, unfixed.join('\n')).toBeGreaterThanOrEqual(92);
});
