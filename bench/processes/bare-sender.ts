import { connect, type Socket } from 'node:net';
import { compileMail, eventDetails, personRow } from '../mail.ts';
import { joinBody, linkTexts, segmentsOf } from '../segments.ts';
import { serveTasks } from '../workers.ts';
import type { Sent } from './sender.ts';

/**
 * The true limit of SMTP: finished mails on bare sockets, without a queue, a client or a mail to
 * make. Each write holds the body and the envelope of the next mail, which is as much as RFC 2920
 * lets a client pipeline: one round trip a mail.
 */
const connections = 20;
const mails = 500;
const { smtpUrl, ms } = JSON.parse(process.argv[2] ?? '{}') as { smtpUrl: string; ms: number };
const { hostname, port } = new URL(smtpUrl);

function finishedMails(): Buffer[] {
  const { html, text } = segmentsOf(compileMail());
  return Array.from({ length: mails }, (_, index) => {
    const person = personRow(index + 1);
    const values = {
      ...{ person, event: { details: eventDetails }, email: { subject: 'A calmer dashboard' } },
      ...linkTexts,
      ...{ pre_header: 'What changed this quarter', unsubscribe_url: 'https://mail.example.com/u' },
    };
    const head = `From: News <news@example.com>\r\nTo: ${person.email}\r\nSubject: A calmer dashboard\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n`;
    const part = (type: string, body: string) =>
      `--b\r\nContent-Type: text/${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${body}\r\n`;
    const body = `${part('plain', joinBody(text, values))}${part('html', joinBody(html, values))}`;
    const next = `MAIL FROM:<news@example.com>\r\nRCPT TO:<${person.email}>\r\nDATA\r\n`;
    return Buffer.from(`${head}${body}--b--\r\n.\r\n${next}`, 'latin1');
  });
}

const ready = finishedMails();

/** Writes mails one after the other until the time is over; answers how many were accepted. */
function keepSending(socket: Socket, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let sent = -1;
    let rest = '';
    socket.on('error', reject);
    socket.on('data', (bytes: Buffer) => {
      rest += bytes.toString('latin1');
      if (!rest.endsWith('354 send the message\r\n')) return;
      rest = '';
      sent += 1;
      if (performance.now() > until) {
        socket.destroy();
        resolve(sent);
      } else socket.write(ready[sent % mails] as Buffer);
    });
    socket.write(
      'EHLO bench\r\nMAIL FROM:<news@example.com>\r\nRCPT TO:<person1@example.com>\r\nDATA\r\n',
    );
  });
}

async function open(): Promise<Socket> {
  const socket = connect({ host: hostname, port: Number(port), noDelay: true });
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', () => resolve());
    socket.once('error', reject);
  });
  return socket;
}

async function work(): Promise<Sent> {
  const sockets = await Promise.all(Array.from({ length: connections }, open));
  const start = performance.now();
  const until = start + ms;
  const sent = await Promise.all(sockets.map((socket) => keepSending(socket, until)));
  const sends = sent.reduce((sum, count) => sum + count, 0);
  return { sends, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, async () => {});
