import { randomUUID } from 'node:crypto';
import { trackHtml } from '@postroad/core/content/render/tracked-html';
import { createSmtp } from '@postroad/mail/smtp/smtp';
import postgres from 'postgres';
import { nullProvider } from '../engine-deps.ts';
import { compileMail, eventDetails } from '../mail.ts';
import { joinBody, linkTexts, segmentsOf } from '../segments.ts';
import { serveTasks } from '../workers.ts';
import type { Sent } from './sender.ts';

/**
 * The limit of sending: the same queue, log and mail without rules. One statement settles a batch
 * and claims the next, a mail is concatenated from pre-encoded segments, and two lanes overlap.
 */
const batch = 200;
const { url, smtpUrl } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  smtpUrl: string | null;
};
const provider =
  smtpUrl === null ? nullProvider(batch) : createSmtp({ url: smtpUrl, connections: 20 });
const connection = { enable_seqscan: 'off' };
const sql = postgres(url, { max: 2, connection, onnotice: () => undefined });
const lease = randomUUID();
const compiled = compileMail();
const { html, text } = segmentsOf({ ...compiled, html: trackHtml(compiled.html).html });

interface Claimed {
  id: string;
  person_id: string;
  email: string;
  first_name: string;
  last_name: string;
  fields: object;
}

const middle =
  '\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';

function mailOf(row: Claimed): Buffer {
  // As long as a signed token.
  const token = `AQEBAQAAAAAAAAAAAAAAAAAAAA${row.id}`;
  const page = `https://mail.example.com/unsubscribe/${token}`;
  const subject = `A calmer dashboard for ${row.first_name}`;
  const values = {
    person: { ...row, id: row.person_id },
    event: { details: eventDetails },
    email: { subject },
    ...linkTexts,
    pre_header: 'What changed this quarter',
    unsubscribe_url: page,
    open_url: `https://mail.example.com/o/${token}`,
    click_url: `https://mail.example.com/c/${token}.`,
    tracked_url: `https://mail.example.com/c/${token}?to=https%3A%2F%2Fexample.com%2Fapp%2F${row.person_id}`,
  };
  const head = `From: News <news@example.com>\r\nTo: ${row.email}\r\nSubject: ${subject}\r\nDate: Sun, 01 Mar 2026 12:00:00 +0000\r\nMessage-ID: <${row.id}.0123456789abcdef@example.com>\r\nList-Unsubscribe: <${page}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  return Buffer.from(
    `${head}${joinBody(text, values)}${middle}${joinBody(html, values)}\r\n--b--\r\n`,
    'latin1',
  );
}

function settleAndClaim(done: string[]): Promise<Claimed[]> {
  return sql<Claimed[]>`
    with settled as (
      delete from sends where id = any(${done}::bigint[]) returning *),
    over as (
      delete from in_hand where send_id = any(${done}::bigint[])),
    logged as (
      insert into send_log (id, person_id, email_id, source_kind, source_id, step_id, run_id,
        status, attempts, provider, due_at, ended_at)
      select id, person_id, email_id, source_kind, source_id, step_id, run_id, 'sent', 1,
        'bench', due_at, now() from settled),
    due as (
      select id, person_id from sends s where status = 'scheduled' and due_at <= now()
        and (select h.send_id from in_hand h where h.send_id = s.id) is null
      order by due_at, id limit ${batch}::int for update skip locked),
    claimed as (
      insert into in_hand (send_id, lease_token, attempted) select id, ${lease}::uuid, true from due
      on conflict do nothing returning send_id)
    select d.id, d.person_id, p.email, p.first_name, p.last_name, p.fields
    from claimed c join due d on d.id = c.send_id join people p on p.id = d.person_id`;
}

async function lane(): Promise<number> {
  let sends = 0;
  for (let rows = await settleAndClaim([]); rows.length > 0; ) {
    await Promise.all(
      rows.map(async (row) => {
        const to = row.email;
        const message = { sendId: Number(row.id), from: 'news@example.com', to, data: mailOf(row) };
        const { kind } = await provider.send(message);
        if (kind !== 'accepted') throw new Error(`The sink answered ${kind}.`);
      }),
    );
    sends += rows.length;
    rows = await settleAndClaim(rows.map(({ id }) => id));
  }
  return sends;
}

async function work(): Promise<Sent> {
  const start = performance.now();
  const [first, second] = await Promise.all([lane(), lane()]);
  return { sends: first + second, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, async () => {
  await provider.close();
  await sql.end();
});
