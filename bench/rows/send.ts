import type { BenchDatabase } from '../bench-database.ts';
import { compileMail, eventDetails } from '../mail.ts';
import { alternateRounds, type Measured, medianMeasured, pairedRatio } from '../measure.ts';
import { type Done, metered } from '../metered.ts';
import type { Sent } from '../processes/sender.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { refillSends, seedEmail, seedEvent, seedPeople } from '../seed.ts';
import { serveFlags, startWorker, type Worker } from '../workers.ts';

const processes = 2;
const people = 10_000;
/** More and shorter than elsewhere: the machine changes its speed by a third within a minute. */
const rounds = 7;

export type Crew = Worker<object, Sent>[];

/** What the rows that send measure on: a database with people and an email, and a sink. */
interface Party {
  bench: BenchDatabase;
  smtpUrl: string;
  sends: { people: number; emailId: number; eventId: number };
  crewOf(name: string, start: object): Promise<Crew>;
}

/** Measures on a party, and ends its processes. */
export async function withParty(
  context: BenchContext,
  measure: (party: Party) => Promise<Line[]>,
): Promise<Line[]> {
  const bench = await context.createDatabase();
  const sink = await startWorker('smtp-sink', {});
  const workers: Crew = [];
  const crewOf = async (name: string, start: object) => {
    const crew: Crew = [];
    for (let index = 0; index < processes; index += 1)
      crew.push(await startWorker(name, start, serveFlags));
    workers.push(...crew);
    return crew;
  };
  try {
    await bench.sql`update profile set default_from_address = 'News <news@example.com>'`;
    await seedPeople(bench.sql, people);
    const emailId = await seedEmail(bench.sql, compileMail());
    const eventId = await seedEvent(bench.sql, eventDetails);
    const smtpUrl = `smtp://127.0.0.1:${sink.ready.port}`;
    return await measure({ bench, smtpUrl, sends: { people, emailId, eventId }, crewOf });
  } finally {
    await Promise.all(workers.map((worker) => worker.stop()));
    await sink.stop();
    await bench.drop();
  }
}

async function work(crew: Crew): Promise<Done> {
  const done = await Promise.all(crew.map((worker) => worker.run({})));
  const items = done.reduce((sum, { sends: count }) => sum + count, 0);
  return { items, seconds: Math.max(...done.map(({ seconds }) => seconds)) };
}

export async function drained(bench: BenchDatabase, crew: Crew, count: number): Promise<Done> {
  const done = await work(crew);
  const [log] = await bench.sql<{ count: number }[]>`
    select count(*)::bigint as count from send_log where status = 'sent'`;
  if (done.items !== count || log?.count !== count) {
    throw new Error(`${done.items} of ${count} mails were sent, ${log?.count} are in the log.`);
  }
  return done;
}

function linesOf(measured: Record<Variant, Measured[]>): Line[] {
  const what = 'Claim, check, fill in, build, hand over and settle, two processes:';
  const limit = 'segments, no rules';
  const unit = 'mails';
  const lineOf = (
    to: string,
    [ours, theirs]: [Variant, Variant],
    than: string,
    goal: number | null,
  ): Line => ({
    ...{ what: `${what} ${to}`, unit, ...medianMeasured(measured[ours]) },
    limit: { what: than, ...medianMeasured(measured[theirs]) },
    ratio: pairedRatio(measured[ours], measured[theirs]),
    goal,
    notes: [],
  });
  const smtp = lineOf('SMTP', ['smtp', 'smtpLimit'], `${limit}, same sink`, 0.6);
  const byNodemailer = 'the same, composed and sent by nodemailer';
  return [
    lineOf('null provider', ['none', 'noneLimit'], limit, 0.25),
    { ...smtp, notes: [`${Math.round((smtp.rate * 3.6) / 100) / 10}M/h`] },
    lineOf('SMTP', ['smtp', 'bare'], 'bare sockets, finished mails, no database', null),
    lineOf('SMTP, not tracked', ['plain', 'nodemailer'], byNodemailer, 6),
  ];
}

type Variant = 'none' | 'noneLimit' | 'smtp' | 'smtpLimit' | 'bare' | 'plain' | 'nodemailer';

function run(context: BenchContext): Promise<Line[]> {
  const roundMs = context.roundMs / 2;
  return withParty(context, async ({ bench, smtpUrl, sends, crewOf }) => {
    // Nodemailer has no tracking, so the same mail is also measured without it.
    const plainId = await seedEmail(bench.sql, compileMail(), { tracking: false });
    const rated = async (
      name: string,
      to: string | null,
      count: number,
      emailId = sends.emailId,
    ) => {
      const crew = await crewOf(name, { url: bench.url, smtpUrl: to });
      const pids = crew.map(({ pid }) => pid);
      const measure = (mails: number, ms: number) =>
        metered(bench, {
          ...{ ms, pids },
          prepare: () => refillSends(bench.sql, { ...sends, emailId, count: mails }),
          run: () => drained(bench, crew, mails),
        });
      // The first mails of a process cost a multiple, which would distort a small run.
      await measure(Math.ceil(count / 4), 0);
      return () => measure(count, roundMs);
    };
    const bare = async () => {
      const crew = await crewOf('bare-sender', { smtpUrl, ms: roundMs });
      const pids = crew.map(({ pid }) => pid);
      return () => metered(bench, { ms: roundMs, pids, run: () => work(crew) });
    };
    return linesOf(
      await alternateRounds<Variant>(
        {
          none: await rated('sender', null, 16_000),
          noneLimit: await rated('segment-sender', null, 16_000),
          smtp: await rated('sender', smtpUrl, 16_000),
          smtpLimit: await rated('segment-sender', smtpUrl, 16_000),
          bare: await bare(),
          plain: await rated('sender', smtpUrl, 16_000, plainId),
          nodemailer: await rated('nodemailer-sender', smtpUrl, 1_500, plainId),
        },
        rounds,
      ),
    );
  });
}

export const row: Row = {
  name: 'send',
  about: 'The whole way of a mail, to nowhere and over SMTP to a sink',
  run,
};
