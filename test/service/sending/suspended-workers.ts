import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { createClient } from '@postroad/http/client/client';
import { connect } from '@postroad/store/platform/connection/connect';
import { expect } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../support/database.ts';
import { onNotice } from '../../support/notices.ts';
import { killAll, type ServiceProcess, startProcess } from '../../support/service-process.ts';

const workersStopped = 10;
const rounds = 20;
const mailsEach = 1_200;
const stoppedMs = 32_000;
const end = Buffer.from('\r\n.\r\n');

/** A mail as the sink saw it. */
interface Seen {
  worker: string;
  /** When the first octet of the body came, on the monotonic clock. */
  at: number;
  accepted: boolean;
}

const seen = new Map<string, Seen[]>();
const running: ServiceProcess[] = [];
/** A mail server of one worker, which takes a moment over each mail. */
function sinkOf(worker: string): Promise<string> {
  const server = createServer((socket) => {
    let rest = Buffer.alloc(0);
    let body: { to: string; seen: Seen | null } | null = null;
    let to = '';
    const answer = (text: string) => {
      if (!socket.destroyed) socket.write(text);
    };
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      rest = Buffer.concat([rest, chunk]);
      for (;;) {
        if (body !== null && body.seen === null && rest.length > 0) {
          body.seen = { worker, at: performance.now(), accepted: false };
          seen.set(body.to, [...(seen.get(body.to) ?? []), body.seen]);
        }
        const mark = body === null ? Buffer.from('\r\n') : end;
        const at = rest.indexOf(mark);
        if (at < 0) return;
        const line = rest.subarray(0, at).toString('latin1');
        rest = rest.subarray(at + mark.length);
        if (body !== null) {
          const mail = body.seen;
          body = null;
          setTimeout(() => {
            if (socket.destroyed) return;
            if (mail !== null) mail.accepted = true;
            answer('250 accepted\r\n');
          }, Math.random() * 40);
          continue;
        }
        to = /^RCPT TO:<(.*?)>/i.exec(line)?.[1] ?? to;
        if (/^DATA$/i.test(line)) body = { to, seen: null };
        if (/^EHLO/i.test(line)) answer('250-sink\r\n250-PIPELINING\r\n250 8BITMIME\r\n');
        else answer(body === null ? '250 ok\r\n' : '354 send the message\r\n');
      }
    });
    socket.write('220 sink\r\n');
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      resolve(`smtp://127.0.0.1:${port}?tls=never`);
    });
    server.unref();
  });
}

async function startWorker(database: TestDatabase, worker: string): Promise<ServiceProcess> {
  const started = startProcess(['worker'], {
    env: {
      ...database.env,
      ...{ MAIL_FROM: 'hello@example.com', STARTER: '0', SMTP_URL: await sinkOf(worker) },
    },
  });
  running.push(started);
  await started.until('Stop with Ctrl+C');
  return started;
}

type Pool = Awaited<ReturnType<typeof connect>>['pool'];

async function seed(pool: Pool): Promise<void> {
  await pool`
    insert into people (email, subscribed_on, created_at, updated_at)
    select 'p' || n || '@example.com', '2026-01-01', now(), now()
    from generate_series(1, ${rounds * mailsEach}::int) as n`;
}

/** One broadcast a round, to people who get no other. */
async function queue(pool: Pool, emailId: number, round: number): Promise<void> {
  const first = round * mailsEach;
  await pool`
    insert into broadcasts (id, name, status, email_source, email_id, created_at, updated_at)
    overriding system value
    values (${round + 1}::int, 'News', 'sending', 'copy', ${emailId}, now(), now())`;
  await pool`
    insert into sends (person_id, email_id, source_kind, source_id, due_at, created_at)
    select id, ${emailId}::bigint, 'broadcast', ${round + 1}::int, now(), now() from people
    where id > ${first} and id <= ${first + mailsEach}`;
}

/** Stops the worker at a random moment of the round for longer than its lease; answers when it was let go. */
async function suspend({ child }: ServiceProcess): Promise<number> {
  await pause(Math.random() * 2_500);
  child.kill('SIGSTOP');
  await pause(stoppedMs + Math.random() * 1_000);
  const resumed = performance.now();
  child.kill('SIGCONT');
  return resumed;
}

type Client = ReturnType<typeof createClient>;

const token = 'a-token-for-the-suspended-workers';

async function startServer(database: TestDatabase): Promise<Client> {
  const env = { ...database.env, API_TOKEN: token, STARTER: '0' };
  const server = startProcess(['serve', '--no-cron'], { env });
  running.push(server);
  const out = await server.until('Stop with Ctrl+C');
  return createClient({ url: /serves (http:\/\/\S+)/.exec(out)?.[1] ?? '', token });
}

async function untilIdle(pool: Pool): Promise<void> {
  const left = async () => {
    const [row] = await pool<[{ count: number }]>`
      select count(*)::int as count from sends where status <> 'uncertain'`;
    return row.count;
  };
  await expect.poll(left, { timeout: 120_000, interval: 250 }).toBe(0);
}

/** What must not happen to mail, by address. */
interface Faults {
  /** Its body began after the stop, and nobody knows of it. */
  late: string[];
  /** It is in doubt, and nothing of its body was on the wire. */
  untouched: string[];
  twice: string[];
  lost: string[];
}

/** When the workers were let go, by round and worker. */
type Resumed = readonly ReadonlyMap<string, number>[];

/** Adds the faults of mail in doubt; answers how much is. */
async function doubted(
  pool: Pool,
  resumed: Resumed,
  { late, untouched }: Pick<Faults, 'late' | 'untouched'>,
): Promise<number> {
  const rows = await pool<{ email: string; round: number }[]>`
    select p.email, s.source_id::int - 1 as round from sends s join people p on p.id = s.person_id`;
  for (const { email, round } of rows) {
    const mails = seen.get(email) ?? [];
    if (mails.length === 0) untouched.push(email);
    const isLate = ({ worker, at }: Seen) =>
      at > (resumed[round]?.get(worker) ?? Number.POSITIVE_INFINITY);
    if (mails.some(isLate)) late.push(email);
  }
  return rows.length;
}

async function rounded(database: TestDatabase, pool: Pool) {
  const client = await startServer(database);
  const content = { subject: 'News', body_markdown: 'Hello.' };
  const emailId = (await client.invoke('create_email', content)).output.email.id;
  await seed(pool);
  // Sweeps the leases of the others, and sends what they left.
  await startWorker(database, 'keeper');
  const names = Array.from({ length: workersStopped }, (_, index) => `w${index}`);
  const workers = await Promise.all(names.map((name) => startWorker(database, name)));
  const faults: Faults = { late: [], untouched: [], twice: [], lost: [] };
  const resumed: Map<string, number>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await queue(pool, emailId, round);
    const times = await Promise.all(workers.map(suspend));
    resumed.push(new Map(names.map((name, index) => [name, times[index] ?? 0])));
    await untilIdle(pool);
  }
  const uncertain = await doubted(pool, resumed, faults);
  const sent = await pool<{ email: string }[]>`
    select p.email from send_log s join people p on p.id = s.person_id where s.status = 'sent'`;
  const isAccepted = (email: string) => seen.get(email)?.some(({ accepted }) => accepted);
  faults.twice.push(...[...seen].filter(([, mails]) => mails.length > 1).map(([email]) => email));
  faults.lost.push(...sent.map(({ email }) => email).filter((email) => !isAccepted(email)));
  const stops = rounds * workersStopped;
  return { stops, mails: rounds * mailsEach, sent: sent.length, uncertain, faults };
}

/**
 * Stops workers at random moments for longer than their lease, 30 seconds, so only a soak has the time
 * (HANDOFF-07). The suite proves the parts: `hand-off.test.ts` and `smtp-phases.test.ts`.
 */
export async function suspendWorkers() {
  const database = await createTestDatabase();
  const databaseUrl = database.env.DATABASE_URL ?? '';
  const opened = await connect({ databaseUrl, dataDir: '', onNotice });
  try {
    return await rounded(database, opened.pool);
  } finally {
    await opened.close();
    await killAll(running.splice(0));
    await database.drop();
  }
}
