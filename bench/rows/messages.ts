import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { BenchDatabase } from '../bench-database.ts';
import { alternateMeasured } from '../measure.ts';
import { metered, timed } from '../metered.ts';
import type { Memory } from '../processes/memory-server.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { refillSends, type SendsToSeed } from '../seed.ts';
import { startWorker, type Worker } from '../workers.ts';
import { messagesBehind } from './priorities.ts';
import { drained, withParty } from './send.ts';

const mails = 16_000;
const token = 'postroad-bench-token-0123';
const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
/** Calls that arrive at once, and the bytes of the file of each. */
const atOnce = 16;
const fileBytes = 9_000_000;

/** Queues messages of an email, each with data of its own. */
async function refillMessages({ sql }: BenchDatabase, sends: SendsToSeed): Promise<void> {
  await sql`truncate messages cascade`;
  await refillSends(sql, sends);
  await sql`update sends set source_kind = 'message', source_id = null, event_id = null`;
  await sql`
    insert into messages (send_id, person_id, to_address, subject, data, created_at)
    select s.id, p.id, p.email, 'A calmer dashboard', '{"number": 12}', now()
    from sends s join people p on p.id = s.person_id`;
  await sql`vacuum full sends`;
  await sql`vacuum analyze messages`;
  await sql`checkpoint`;
}

function overSmtp(context: BenchContext): Promise<Line[]> {
  const { roundMs } = context;
  return withParty(context, async ({ bench, smtpUrl, sends, crewOf }) => {
    const rated = async (
      name: string,
      refill: (bench: BenchDatabase, sends: SendsToSeed) => Promise<void>,
    ) => {
      const crew = await crewOf(name, { url: bench.url, smtpUrl });
      const pids = crew.map(({ pid }) => pid);
      const measure = (count: number, ms: number) =>
        metered(bench, {
          ...{ ms, pids },
          prepare: () => refill(bench, { ...sends, count }),
          run: () => drained(bench, crew, count),
        });
      // The first mails of a process cost a multiple, which would distort a small run.
      await measure(mails / 4, 0);
      return () => measure(mails, roundMs);
    };
    const { messages, limit } = await alternateMeasured({
      messages: await rated('sender', refillMessages),
      limit: await rated('segment-sender', ({ sql }, more) => refillSends(sql, more)),
    });
    return [
      {
        what: 'Messages over SMTP: claim, check, fill in, build, hand over and settle, two processes',
        unit: 'mails',
        ...messages,
        limit: { what: 'mails of segments, no rules, same sink', ...limit },
        goal: 0.6,
        notes: [],
      },
    ];
  });
}

type Server = Worker<{ port?: true }, Memory & { port: number }>;

/** Accepts messages that arrive at once, each with a large file, and waits until they are handed over. */
async function sendFiles(bench: BenchDatabase, url: string): Promise<number> {
  const content_base64 = Buffer.alloc(fileBytes, 'file').toString('base64');
  const file = { filename: 'a.pdf', content_type: 'application/pdf', content_base64 };
  const words = { subject: 'Invoice', body_markdown: 'Thanks.', attachments: [file] };
  const posts = Array.from({ length: atOnce }, async (_, index) => {
    const body = JSON.stringify({ to: `person${index}@example.com`, ...words });
    const answer = await fetch(`${url}/messages`, { method: 'POST', headers, body });
    if (answer.status !== 201) throw new Error(`A message was answered ${await answer.text()}.`);
  });
  await Promise.all(posts);
  for (;;) {
    const [left] = await bench.sql<{ found: boolean }[]>`
      select exists (select from sends where status in ('scheduled', 'sending')) as found`;
    if (!left?.found) return atOnce;
    await pause(20);
  }
}

async function ofFiles(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const dataDir = await mkdtemp(join(tmpdir(), 'postroad-bench-data-'));
  const sink = await startWorker('smtp-sink', {});
  try {
    await bench.sql`update profile set default_from_address = 'News <news@example.com>'`;
    const smtpUrl = `smtp://127.0.0.1:${sink.ready.port}`;
    const start = { url: bench.url, token, dataDir, lane: 'sends', smtpUrl };
    const server: Server = await startWorker('memory-server', start);
    try {
      const { port } = await server.run({ port: true });
      const url = `http://127.0.0.1:${port}/api/v1`;
      const once = () =>
        metered(bench, {
          ...{ ms: context.roundMs, pids: [server.pid] },
          run: () => timed(() => sendFiles(bench, url)),
        });
      await once();
      const idle = await server.run({});
      const { files } = await alternateMeasured({ files: once });
      const { peak_mb } = await server.run({});
      const above = peak_mb - idle.now_mb;
      return [
        {
          what: `Messages with a file of ${fileBytes / 1e6} MB, ${atOnce} at once, from the call over HTTP to the hand-over by SMTP`,
          unit: 'mails',
          ...files,
          limit: null,
          goal: null,
          notes: [
            `${above.toFixed(0)} MB above idle, for ${(atOnce * fileBytes) / 1e6} MB of files at once`,
          ],
        },
      ];
    } finally {
      await server.stop();
    }
  } finally {
    await sink.stop();
    await bench.drop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** MSG-18. */
export const row: Row = {
  name: 'messages',
  about: 'Messages behind a broadcast of 100,000, over SMTP, and with files',
  async run(context) {
    return [
      ...(await messagesBehind(context)),
      ...(await overSmtp(context)),
      ...(await ofFiles(context)),
    ];
  },
};
