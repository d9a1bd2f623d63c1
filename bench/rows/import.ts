import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../bench-database.ts';
import { alternateMeasured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { Memory } from '../processes/memory-server.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { startWorker, type Worker } from '../workers.ts';

/** BENCH_PEOPLE=1000000 measures at the size of the goals. */
const people = Number(process.env.BENCH_PEOPLE ?? 100_000);
const token = 'postroad-bench-token-0123';
const goalMb = 200;
const batch = 1_000;

type Server = Worker<{ port?: true }, Memory & { port: number }>;

interface Person {
  email: string;
  first: string;
  last: string;
  seats: number;
  company: string;
  city: string;
  plan: string;
  vip: boolean;
}

function personNumber(number: number): Person {
  // Spread over the index, as addresses of a real file are.
  const spread = (number * 7_919) % 1_000_003;
  return {
    email: `person${spread}-${number}@example.com`,
    first: `Ada${number % 5_000}`,
    last: `O'Neil ${number % 700}`,
    seats: number % 40,
    company: `Smith & Sons ${number % 100}`,
    city: number % 2 ? 'Porto' : 'Wien',
    plan: number % 3 ? 'team' : 'pro',
    vip: number % 2 === 0,
  };
}

function* batches(lineOf: (person: Person) => string, header: string): Generator<string> {
  yield header;
  for (let first = 0; first < people; first += batch) {
    let text = '';
    for (let number = first; number < Math.min(people, first + batch); number += 1) {
      text += lineOf(personNumber(number));
    }
    yield text;
  }
}

const csvHeader = 'email,first_name,last_name,tags,seats,company,city,plan\n';
const csvLine = ({ email, first, last, seats, company, city, plan, vip }: Person) =>
  `${email},${first},${last},${vip ? '"vip,newsletter"' : 'newsletter'},${seats},${company},${city},${plan}\n`;

/** The input of COPY: the row as stored, with nothing to parse, look up or decide. */
const copyLine = ({ email, first, last, seats, company, city, plan, vip }: Person) =>
  `${email}\t${first}\t${last}\t${JSON.stringify({ seats, company, city, plan })}\t${vip ? '{1,2}' : '{2}'}\t2026-01-01\t2026-01-01\t2026-01-01\n`;

async function copyIn({ sql }: BenchDatabase): Promise<number> {
  const writable = await sql`
    copy people (email, first_name, last_name, fields, tag_ids, subscribed_on, created_at, updated_at)
    from stdin`.writable();
  await pipeline(Readable.from(batches(copyLine, ''), { objectMode: false }), writable);
  return people;
}

/** The profile refers to a person, so it is emptied with the people and restored. */
async function empty({ sql }: BenchDatabase): Promise<void> {
  await sql`create table kept as table profile`;
  await sql`truncate people, imports cascade`;
  await sql`insert into profile table kept`;
  await sql`drop table kept`;
  await sql`checkpoint`;
}

async function waitUntilDone(url: string, id: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`${url}/people/imports/${id}`, { headers });
    const { import: found } = (await answer.json()) as { import: Record<string, unknown> };
    if (found.status === 'done' && found.created === people) return;
    if (found.status !== 'working')
      throw new Error(`The import ended with ${JSON.stringify(found)}`);
    await pause(20);
  }
}

const headers = { authorization: `Bearer ${token}` };

async function importAll(url: string): Promise<number> {
  const answer = await fetch(`${url}/people/import?other_columns=fields`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'text/csv' },
    body: Readable.toWeb(
      Readable.from(batches(csvLine, csvHeader), { objectMode: false }),
    ) as ReadableStream,
    duplex: 'half',
  } as RequestInit);
  const { import: made } = (await answer.json()) as { import: { id: number } };
  if (answer.status !== 201) throw new Error(`The import was answered with ${answer.status}.`);
  await waitUntilDone(url, made.id);
  return people;
}

async function drained(chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let lines = 0;
  for await (const chunk of chunks) {
    for (const byte of chunk) if (byte === 10) lines += 1;
  }
  return lines;
}

async function exportAll(url: string): Promise<number> {
  const answer = await fetch(`${url}/people/export?format=csv`, { headers });
  if (!answer.body) throw new Error('The export has no body.');
  const lines = await drained(answer.body as unknown as AsyncIterable<Uint8Array>);
  if (lines !== people + 1) throw new Error(`The export has ${lines} lines.`);
  return people;
}

/** Reads the same batches and drops them. */
async function readOut({ sql }: BenchDatabase): Promise<number> {
  let read = 0;
  for (let after = 0; ; ) {
    const rows = await sql<{ id: number }[]>`
      select * from people where id > ${after} order by id limit ${batch}`;
    read += rows.length;
    if (rows.length < batch) break;
    after = rows.at(-1)?.id ?? after;
  }
  return read;
}

function memoryNote(before: Memory, after: Memory): string {
  const above = after.peak_mb - before.now_mb;
  const verdict = above < goalMb ? 'met' : 'missed';
  return `${above.toFixed(0)} MB above idle, goal < ${goalMb} MB ${verdict}`;
}

async function measure(bench: BenchDatabase, server: Server): Promise<Line[]> {
  const { port } = await server.run({ port: true });
  const url = `http://127.0.0.1:${port}/api/v1`;
  const times = people > 300_000 ? 1 : 3;
  const idle = await server.run({});
  const once = (pid: number, work: () => Promise<number>, prepare?: () => Promise<void>) => () =>
    metered(bench, { ms: 0, pids: [pid], ...(prepare && { prepare }), run: () => timed(work) });
  const importing = await alternateMeasured(
    {
      copy: once(
        process.pid,
        () => copyIn(bench),
        () => empty(bench),
      ),
      import: once(
        server.pid,
        () => importAll(url),
        () => empty(bench),
      ),
    },
    times,
  );
  const imported = await server.run({});
  await bench.sql`vacuum analyze people`;
  const exporting = await alternateMeasured(
    {
      read: once(process.pid, () => readOut(bench)),
      export: once(server.pid, () => exportAll(url)),
    },
    times,
  );
  const exported = await server.run({});
  const many = `${people / 1_000}k people`;
  return [
    {
      what: `Import of ${many} from CSV over HTTP, until the last is written`,
      unit: 'people',
      ...importing.import,
      limit: { what: 'COPY into the same table with its indexes', ...importing.copy },
      goal: 0.3,
      notes: [memoryNote(idle, imported)],
    },
    {
      what: `Export of ${many} as CSV over HTTP`,
      unit: 'people',
      ...exporting.export,
      limit: { what: 'the same batches, only read', ...exporting.read },
      goal: null,
      notes: [memoryNote(idle, exported)],
    },
  ];
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-data-'));
  try {
    const start = { url: bench.url, token, dataDir, lane: 'imports' };
    const server: Server = await startWorker('memory-server', start);
    try {
      return await measure(bench, server);
    } finally {
      await server.stop();
    }
  } finally {
    await bench.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

export const row: Row = {
  name: 'import',
  about: 'Import and export of people; BENCH_PEOPLE says how many',
  run,
};
