import { availableParallelism, cpus, totalmem } from 'node:os';
import { type BenchServer, openBenchServer } from './bench-database.ts';
import { partitions } from './partitions.ts';
import type { BenchContext, Row } from './row.ts';
import { row as broadcast } from './rows/broadcast.ts';
import { row as compile } from './rows/compile.ts';
import { row as content } from './rows/content.ts';
import { row as definitions } from './rows/definitions.ts';
import { row as events } from './rows/events.ts';
import { row as history } from './rows/history.ts';
import { row as hostile } from './rows/hostile.ts';
import { row as importing } from './rows/import.ts';
import { row as mcp } from './rows/mcp.ts';
import { row as messages } from './rows/messages.ts';
import { row as preview } from './rows/preview.ts';
import { row as priorities } from './rows/priorities.ts';
import { row as processes } from './rows/processes.ts';
import { row as queue } from './rows/queue.ts';
import { row as recompile } from './rows/recompile.ts';
import { row as render } from './rows/render.ts';
import { row as renewals } from './rows/renewals.ts';
import { row as report } from './rows/report.ts';
import { row as segmentTriggers } from './rows/segment-triggers.ts';
import { row as segments } from './rows/segments.ts';
import { row as send } from './rows/send.ts';
import { row as transitions } from './rows/transitions.ts';
import { row as validate } from './rows/validate.ts';
import { row as wake } from './rows/wake.ts';
import { row as webhooks } from './rows/webhooks.ts';
import { scale } from './scale.ts';
import { type NamedLine, ratioOf, tableOf } from './table.ts';

const rows: readonly Row[] = [
  render,
  compile,
  preview,
  recompile,
  queue,
  send,
  content,
  priorities,
  messages,
  webhooks,
  broadcast,
  events,
  processes,
  transitions,
  wake,
  validate,
  importing,
  segments,
  segmentTriggers,
  renewals,
  definitions,
  history,
  report,
  mcp,
  hostile,
];

function usage(): string {
  const lines = rows.map(({ name, about }) => `  ${name.padEnd(12)} ${about}`);
  const options = [
    '  --short  Rounds of 1.5 s instead of 10 s, for a first look; they decide nothing',
    '  --json   For programs',
  ];
  return `npm run bench -- [rows] [--short] [--json]\nnpm run bench -- scale [--sizes=tenth,big]\nnpm run bench -- partitions [--people=200000]\n\nOptions:\n${options.join('\n')}\n\nRows, all where none is named:\n${lines.join('\n')}\n`;
}

function machine(postgres: string | null) {
  return {
    cores: availableParallelism(),
    cpu: cpus()[0]?.model ?? 'unknown',
    memory_gb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres,
  };
}

const roundMs = 10_000;
const shortMs = 1_500;

async function measure(chosen: readonly Row[], ms: number) {
  let server: BenchServer | null = null;
  const context: BenchContext = {
    roundMs: ms,
    async createDatabase() {
      server ??= await openBenchServer();
      return await server.createDatabase();
    },
  };
  const lines: NamedLine[] = [];
  try {
    for (const { name, run } of chosen) {
      process.stderr.write(`${name} … `);
      const start = performance.now();
      for (const line of await run(context)) lines.push({ row: name, ...line });
      process.stderr.write(`${((performance.now() - start) / 1000).toFixed(1)} s\n`);
    }
    return { machine: machine((server as BenchServer | null)?.version ?? null), lines };
  } finally {
    await (server as BenchServer | null)?.stop();
  }
}

async function main(args: readonly string[]): Promise<number> {
  if (args.includes('--help')) {
    process.stdout.write(usage());
    return 0;
  }
  if (args[0] === 'scale') return await scale(args.slice(1));
  if (args[0] === 'partitions') return await partitions(args.slice(1));
  const names = args.filter((arg) => !arg.startsWith('--'));
  const options = ['--json', '--short'];
  const unknown = args.find(
    (arg) => !options.includes(arg) && !rows.some(({ name }) => name === arg),
  );
  if (unknown !== undefined) {
    process.stderr.write(`There is no row or option "${unknown}".\n\n${usage()}`);
    return 1;
  }
  const chosen = rows.filter(({ name }) => names.length === 0 || names.includes(name));
  const { machine: where, lines } = await measure(
    chosen,
    args.includes('--short') ? shortMs : roundMs,
  );
  if (args.includes('--json')) {
    const shown = lines.map((line) => ({ ...line, ratio: ratioOf(line) }));
    process.stdout.write(`${JSON.stringify({ machine: where, lines: shown }, null, 2)}\n`);
    return 0;
  }
  const { cores, cpu, memory_gb, node, postgres } = where;
  const database = postgres === null ? '' : `, PostgreSQL ${postgres}`;
  process.stdout.write(`${cores} cores (${cpu}), ${memory_gb} GB, Node ${node}${database}\n\n`);
  process.stdout.write(`${tableOf(lines)}\n`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
