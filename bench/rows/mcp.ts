import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callTool, post, startStdio } from '../mcp-client.ts';
import { alternate } from '../measure.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker } from '../workers.ts';

const token = 'postroad-bench-token';
const atOnce = 10;
const calls = 500;
const warmUp = 100;
/**
 * Many short turns, equally many in either order: the calls differ by less than the noise of the
 * machine.
 */
const turns = 8;

/** Calls per second with ten in progress at a time. */
async function rateOf(call: () => Promise<unknown>): Promise<number> {
  const make = async (count: number) => {
    let left = count;
    const worker = async () => {
      while (left > 0) {
        left -= 1;
        await call();
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
  };
  await make(warmUp);
  const start = performance.now();
  await make(calls);
  return calls / ((performance.now() - start) / 1_000);
}

async function overHttp(port: number): Promise<Line[]> {
  const headers = { authorization: `Bearer ${token}` };
  const kinds = {
    rest: () => rateOf(() => post({ port, path: '/api/v1/settings', method: 'GET' }, headers, '')),
    tool: () => rateOf(() => callTool(port, '/mcp', token, 'get_settings')),
    echo: () => rateOf(() => callTool(port, '/bare', token, 'echo')),
    every: () => rateOf(() => callTool(port, '/mcp', token, 'describe_schema')),
    one: () => rateOf(() => callTool(port, '/mcp?toolsets=core', token, 'describe_schema')),
  };
  const rates = await alternate(kinds, turns);
  const added = 1 / Math.max(1e-6, 1 / rates.tool - 1 / rates.rest);
  const ms = (rate: number) => `${(1_000 / rate).toFixed(2)} ms`;
  return [
    {
      what: 'A tool less its REST route, ten at once',
      unit: 'calls',
      rate: added,
      limit: { what: 'an echo by the bare SDK, over HTTP too', rate: rates.echo },
      goal: 0.77,
      notes: [`tool ${ms(rates.tool)}`, `REST ${ms(rates.rest)}`, `echo ${ms(rates.echo)}`],
    },
    {
      what: 'A tool with all sets offered',
      unit: 'calls',
      rate: rates.every,
      limit: { what: 'the same with one tool offered', rate: rates.one },
      goal: 0.9,
      notes: [],
    },
  ];
}

async function overStdio(): Promise<Line> {
  const bare = startStdio('bare');
  const ours = startStdio('ours');
  try {
    const kinds = {
      bare: () => rateOf(() => bare.call('echo')),
      ours: () => rateOf(() => ours.call('get_settings')),
    };
    const rates = await alternate(kinds, turns);
    const limit = { what: 'an echo by the bare SDK over stdio', rate: rates.bare };
    const what = 'A tool over stdio whose operation takes no time';
    return { what, unit: 'calls', rate: rates.ours, limit, goal: 0.8, notes: [] };
  } finally {
    bare.stop();
    ours.stop();
  }
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-'));
  const server = await startWorker('mcp-server', { url: bench.url, token, dataDir });
  try {
    return [...(await overHttp(Number(server.ready.port))), await overStdio()];
  } finally {
    await server.stop();
    await bench.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const row: Row = {
  name: 'mcp',
  about: 'What agents wait for beyond the operation itself',
  run,
};
