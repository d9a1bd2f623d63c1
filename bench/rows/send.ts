import type { BenchDatabase } from '../bench-database.ts';
import { compileMail, eventDetails } from '../mail.ts';
import { alternate } from '../measure.ts';
import type { Sent } from '../processes/sender.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { refillSends, type SendsToSeed, seedEmail, seedEvent, seedPeople } from '../seed.ts';
import { startWorker, type Worker } from '../workers.ts';

const processes = 2;
const people = 10_000;

type Crew = Worker<object, Sent>[];

async function crewOf(name: string, url: string, smtpUrl: string | null): Promise<Crew> {
  const crew: Crew = [];
  for (let index = 0; index < processes; index += 1) {
    crew.push(await startWorker(name, { url, smtpUrl }));
  }
  return crew;
}

async function sendRate(bench: BenchDatabase, crew: Crew, sends: SendsToSeed): Promise<number> {
  await refillSends(bench.sql, sends);
  const done = await Promise.all(crew.map((worker) => worker.run({})));
  const sent = done.reduce((sum, { sends: count }) => sum + count, 0);
  const [log] = await bench.sql<{ count: number }[]>`
    select count(*)::bigint as count from send_log where status = 'sent'`;
  if (sent !== sends.count || log?.count !== sends.count) {
    throw new Error(`${sent} of ${sends.count} mails were sent, ${log?.count} are in the log.`);
  }
  return sent / Math.max(...done.map(({ seconds }) => seconds));
}

async function run(context: BenchContext): Promise<Line[]> {
  const bench = await context.createDatabase();
  const sink = await startWorker('smtp-sink', {});
  const smtpUrl = `smtp://127.0.0.1:${sink.ready.port}`;
  const crews: Crew[] = [];
  try {
    await bench.sql`update profile set default_from_address = 'News <news@example.com>'`;
    await seedPeople(bench.sql, people);
    const emailId = await seedEmail(bench.sql, compileMail());
    const eventId = await seedEvent(bench.sql, eventDetails);
    // Nodemailer has no tracking, so the same mail is also measured without it.
    const plainId = await seedEmail(bench.sql, compileMail(), { tracking: false });
    const rated = async (name: string, to: string | null, count: number, email = emailId) => {
      const crew = await crewOf(name, bench.url, to);
      crews.push(crew);
      const sends = { people, emailId: email, eventId };
      // The first mails of a process cost a multiple, which would distort a small run.
      await sendRate(bench, crew, { ...sends, count: Math.ceil(count / 4) });
      return () => sendRate(bench, crew, { ...sends, count });
    };
    const rates = await alternate({
      none: await rated('sender', null, 16_000),
      noneLimit: await rated('segment-sender', null, 16_000),
      smtp: await rated('sender', smtpUrl, 8_000),
      smtpLimit: await rated('segment-sender', smtpUrl, 16_000),
      plain: await rated('sender', smtpUrl, 8_000, plainId),
      nodemailer: await rated('nodemailer-sender', smtpUrl, 1_500, plainId),
    });
    const what = 'Claim, check, fill in, build, hand over and settle, two processes:';
    const limit = 'segments, no rules';
    return [
      {
        what: `${what} null provider`,
        unit: 'mails',
        rate: rates.none,
        limit: { what: limit, rate: rates.noneLimit },
        goal: 0.25,
        notes: [],
      },
      {
        what: `${what} SMTP`,
        unit: 'mails',
        rate: rates.smtp,
        limit: { what: `${limit}, same sink`, rate: rates.smtpLimit },
        goal: 0.4,
        notes: [`${Math.round((rates.smtp * 3.6) / 100) / 10}M/h`],
      },
      {
        what: `${what} SMTP, not tracked`,
        unit: 'mails',
        rate: rates.plain,
        limit: { what: 'the same, composed and sent by nodemailer', rate: rates.nodemailer },
        goal: 5,
        notes: [],
      },
    ];
  } finally {
    await Promise.all(crews.flat().map((worker) => worker.stop()));
    await sink.stop();
    await bench.drop();
  }
}

export const row: Row = {
  name: 'send',
  about: 'The whole way of a mail, to nowhere and over SMTP to a sink',
  run,
};
