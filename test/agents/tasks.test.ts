import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rawClients } from '../mcp/raw-clients.ts';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { Conversation, type Cost } from './conversation.ts';
import { layGround, startsAt } from './ground.ts';
import { tasks } from './tasks.ts';

/** One row of the table: a task with what it cost and whether it was done. */
type Row = { task: string; done: boolean } & Cost;

const golden = join(import.meta.dirname, 'golden', 'tasks.json');

/** Times, ids and hashes in answers are now and then a digit longer. */
const bytesMayDiffer = 0.02;

let running: RunningService;
let client: Client;
const rows: Row[] = [];

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
  for (const task of tasks)
    rows.push(
      await hold(task, listed).catch((e) => ({
        task: task.title,
        done: false,
        calls: 0,
        rejected: 0,
        bytes: 0,
        e: String(e).slice(0, 600),
      })),
    );
});

afterAll(async () => {
  await client.close();
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
