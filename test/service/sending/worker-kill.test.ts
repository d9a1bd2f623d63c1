import { limits } from '@postroad/core/platform/limits';
import { createClient } from '@postroad/http/client/client';
import { connect } from '@postroad/store/platform/connection/connect';
import { transaction } from '@postroad/store/platform/transaction';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, databaseKind, type TestDatabase } from '../../support/database.ts';
import { type MailSink, startMailSink } from '../../support/mail-sink.ts';
import { onNotice } from '../../support/notices.ts';
import { runs } from '../../support/property-tests.ts';
import { killAll, type ServiceProcess, startProcess } from '../../support/service-process.ts';

// @database embedded: on a server the series of faults kills at every point.

const token = 'a-token-for-the-kill-test';
const mails = runs(800, 100);

let database: TestDatabase;
let sink: MailSink;
const running: ServiceProcess[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  sink = await startMailSink();
});

afterAll(async () => {
  await killAll(running);
  await sink.close();
  await database.drop();
});

function start(...argv: string[]): ServiceProcess {
  const env = {
    ...database.env,
    API_TOKEN: token,
    SMTP_URL: sink.url,
    MAIL_FROM: 'hello@example.com',
  };
  const started = startProcess(argv, { env });
  running.push(started);
  return started;
}

async function serve(): Promise<string> {
  const out = await start('serve').until('Stop with Ctrl+C');
  const url = /serves (http:\/\/\S+)/.exec(out)?.[1];
  if (!url) throw new Error(`No address in: ${out}`);
  return url;
}

async function postEvents(url: string): Promise<void> {
  const client = createClient({ url, token });
  for (let first = 0; first < mails; first += 100) {
    const events = Array.from({ length: 100 }, (_, index) => ({
      email: `person${first + index}@example.com`,
      name: 'signed_up',
    }));
    const { output } = await client.invoke('record_events', { events });
    expect(output.results.every(({ status }) => status === 'created')).toBe(true);
  }
}

/**
 * Lets the lease of the killed process run out at once, as half a minute of waiting would. On the
 * embedded database the next process takes it back when it starts.
 */
async function expireLease(pid: number | undefined): Promise<void> {
  if (database.url === null) return;
  const { url, dataDir } = database;
  const opened = await connect({ databaseUrl: url, dataDir, onNotice });
  await transaction(opened, {}, async ({ sql }) => {
    await sql`
      update leases set expires_at = now() - interval '1 second'
      where process like ${`% ${pid}`}`;
  });
  await opened.close();
}

async function countSent(url: string): Promise<number> {
  const client = createClient({ url, token });
  let sent = 0;
  let cursor: string | undefined;
  do {
    const { output } = await client.invoke('list_queue', { status: 'sent', limit: 200, cursor });
    sent += output.queue.length;
    cursor = output.next_cursor ?? undefined;
  } while (cursor !== undefined);
  return sent;
}

/** What became of the mails once nothing of the queue is about to be sent. */
async function settled(url: string): Promise<{ sent: number; uncertain: number }> {
  const client = createClient({ url, token });
  const idle = async () => {
    const { output } = await client.invoke('list_queue', { limit: 1 });
    const { scheduled = 0, sending = 0, holding = 0 } = output.counts;
    if (scheduled + sending + holding > 0) return null;
    const sent = await countSent(url);
    const uncertain = output.counts.uncertain ?? 0;
    return sent + uncertain === mails ? { sent, uncertain } : null;
  };
  return await expect
    .poll(idle, { timeout: 300_000, interval: 250 })
    .not.toBeNull()
    .then(async () => {
      const found = await idle();
      if (!found) throw new Error('The queue moved after it had settled.');
      return found;
    });
}

it('a process killed with -9 while mail goes out loses none and sends none twice', async () => {
  let url = await serve();
  const workers = databaseKind() === 'postgres' ? [start('worker'), start('worker')] : [];
  await postEvents(url);
  await sink.until(mails / 4);
  const victim = workers[0] ?? running[0];
  victim?.child.kill('SIGKILL');
  await victim?.ended;
  await expireLease(victim?.child.pid);
  if (databaseKind() === 'embedded') url = await serve();
  const { sent, uncertain } = await settled(url);
  expect(sent + uncertain).toBe(mails);
  const report = await createClient({ url, token }).invoke('get_report', {});
  expect(report.output.totals.sent).toBe(sent);
  expect([...sink.accepted.values()].every((times) => times === 1)).toBe(true);
  expect(sink.accepted.size).toBeGreaterThanOrEqual(sent);
  expect(sink.accepted.size).toBeLessThanOrEqual(mails);
  // Only what was being handed over can be in doubt: a message a connection of that process.
  expect(uncertain).toBeLessThanOrEqual(limits.smtpConnections * limits.sendsCommittedEach);
}, 600_000);
