import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchDatabase } from '../bench-database.ts';
import { callTool, post, startStdio } from '../mcp-client.ts';
import { alternateMeasured, type Cost, type Measured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker } from '../workers.ts';

const token = 'postroad-bench-token-0123';
const atOnce = 10;
const calls = 500;
const warmUp = 100;
/**
 * Many short turns, equally many in either order: the calls differ by less than the noise of the
 * machine.
 */
const turns = 8;

/** A server that is called, for so long in each turn. */
interface Called {
  pid: number;
  bench: BenchDatabase | null;
  ms: number;
}

/** Measures calls with ten in progress at a time. */
function turnsOf({ pid, bench, ms }: Called) {
  return (call: () => Promise<unknown>) => async (): Promise<Measured> => {
    const make = async (count: number) => {
      let left = count;
      const worker = async () => {
        while (left > 0) {
          left -= 1;
          await call();
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return count;
    };
    await make(warmUp);
    return await metered(bench, { ms, pids: [pid], run: () => timed(() => make(calls)) });
  };
}

/** What one costs beyond the other. */
function costBeyond(one: Cost | null, other: Cost | null): Cost | null {
  if (one === null || other === null) return null;
  const beyond = (of: keyof Cost) => {
    const [own, theirs] = [one[of], other[of]];
    return own === null || theirs === null ? null : Math.max(0, own - theirs);
  };
  return {
    node_us: beyond('node_us'),
    database_us: beyond('database_us'),
    wal_bytes: beyond('wal_bytes'),
  };
}

async function overHttp(port: number, called: Called): Promise<Line[]> {
  const turn = turnsOf(called);
  const headers = { authorization: `Bearer ${token}` };
  const kinds = {
    rest: turn(() => post({ port, path: '/api/v1/settings', method: 'GET' }, headers, '')),
    tool: turn(() => callTool(port, '/mcp', token, 'get_settings')),
    echo: turn(() => callTool(port, '/bare', token, 'echo')),
    every: turn(() => callTool(port, '/mcp', token, 'describe_schema')),
    one: turn(() => callTool(port, '/mcp?toolsets=core', token, 'describe_schema')),
  };
  const { rest, tool, echo, every, one } = await alternateMeasured(kinds, turns);
  const added = 1 / Math.max(1e-6, 1 / tool.rate - 1 / rest.rate);
  const ms = ({ rate }: Measured) => `${(1_000 / rate).toFixed(2)} ms`;
  return [
    {
      what: 'A tool less its REST route, ten at once',
      unit: 'calls',
      rate: added,
      cost: costBeyond(tool.cost, rest.cost),
      limit: { what: 'an echo by the bare SDK, over HTTP too', ...echo },
      goal: 0.77,
      notes: [`tool ${ms(tool)}`, `REST ${ms(rest)}`, `echo ${ms(echo)}`],
    },
    {
      what: 'A tool with all sets offered',
      unit: 'calls',
      ...every,
      limit: { what: 'the same with one tool offered', ...one },
      goal: 0.9,
      notes: [],
    },
  ];
}

async function overStdio(ms: number): Promise<Line> {
  const bare = startStdio('bare');
  const ours = startStdio('ours');
  try {
    const kinds = {
      bare: turnsOf({ pid: bare.pid, bench: null, ms })(() => bare.call('echo')),
      ours: turnsOf({ pid: ours.pid, bench: null, ms })(() => ours.call('get_settings')),
    };
    const found = await alternateMeasured(kinds, turns);
    const limit = { what: 'an echo by the bare SDK over stdio', ...found.bare };
    const what = 'A tool over stdio whose operation takes no time';
    return { what, unit: 'calls', ...found.ours, limit, goal: 0.8, notes: [] };
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
    // The turns together last as long as one round.
    const ms = context.roundMs / turns;
    const called = { pid: server.pid, bench, ms };
    return [...(await overHttp(Number(server.ready.port), called)), await overStdio(ms)];
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
