import { generateKeyPairSync } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { encodeQuotedPrintable } from '@postroad/core/content/text/quoted-printable';
import { withDkim } from '@postroad/mail/message/dkim';
import { buildMessage } from '@postroad/mail/message/mime';
import type { Outcome, OutgoingMessage } from '@postroad/mail/providers/provider';
import { createSmtp } from '@postroad/mail/smtp/smtp';
import { verifyDkim } from './dkim-verifier.ts';
import { messageParts } from './messages.ts';

/**
 * Sends through a mail server of the distribution and reads what it delivered. Its arguments are an
 * SMTP URL, the Maildir to which the server delivers, and a PEM file to trust;
 * docs/guides/sending.md shows the configurations of Exim and Postfix for it. The server refuses
 * nobody-here@example.com with 5.1.1 and later@example.com with 4.2.0.
 */
const usage = 'real-mta.js <smtp url> <maildir> [certificate.pem]';

const pair = generateKeyPairSync('rsa', { modulusLength: 2048 });
const key = { domain: 'example.com', selector: 'test', privateKey: pair.privateKey };

const bodies: Record<string, string> = {
  plain: 'Hello\n',
  dots: '.\n..\n.hidden\nlast.\n'.repeat(50),
  large: `${'0123456789abcdef'.repeat(60)}\n`.repeat(1_000),
  unicode: 'Grüße, 世界 🙂\n'.repeat(20),
};

function messageOf(sendId: number, to: string, body: string): OutgoingMessage {
  const text = encodeQuotedPrintable(body);
  const messageId = `<real-${process.pid}-${sendId}@example.com>`;
  const data = buildMessage(messageParts({ to, messageId, text, html: text, subject: 'Grüße' }));
  return { sendId, from: 'hello@example.com', to, data };
}

/** The messages in the Maildir, by Message-ID. */
async function delivered(maildir: string): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const name of await readdir(join(maildir, 'new')).catch(() => [])) {
    const text = await readFile(join(maildir, 'new', name), 'latin1').catch(() => '');
    const id = /^Message-ID: (<.+>)\r?$/m.exec(text)?.[1];
    if (id !== undefined) found.set(id, text.replace(/\r?\n/g, '\r\n'));
  }
  return found;
}

async function untilDelivered(maildir: string, ids: readonly string[]) {
  for (let tries = 0; tries < 300; tries += 1) {
    const found = await delivered(maildir);
    if (ids.every((id) => found.has(id))) return found;
    await pause(100);
  }
  throw new Error('Not every accepted mail was delivered within 30 s.');
}

function expectKind(what: string, outcome: Outcome, wanted: string): void {
  const { kind } = outcome;
  const reason = 'reason' in outcome ? outcome.reason : (outcome.providerId ?? 'no queue id');
  const enhanced = 'enhanced' in outcome ? ` ${outcome.enhanced}` : '';
  if (kind !== wanted) throw new Error(`${what}: ${kind} instead of ${wanted}: ${reason}`);
  process.stdout.write(`ok  ${what}: ${kind}${enhanced} (${reason})\n`);
}

async function run(url: string, maildir: string, ca: string | undefined): Promise<void> {
  const plain = createSmtp({ url, ...(ca === undefined ? {} : { ca }) });
  const smtp = withDkim(plain, key);
  const sent = new Map<string, string>();
  const send = async (id: number, to: string, body: string) => {
    const outcome = await smtp.send(messageOf(id, to, body));
    if (outcome.kind === 'accepted') sent.set(`<real-${process.pid}-${id}@example.com>`, body);
    return outcome;
  };
  let id = 0;
  for (const [name, body] of Object.entries(bodies)) {
    id += 1;
    expectKind(name, await send(id, 'anna@example.com', body), 'accepted');
  }
  expectKind('unknown', await send(90, 'nobody-here@example.com', 'x'), 'refused');
  expectKind('later', await send(91, 'later@example.com', 'x'), 'refused');
  expectKind('SMTPUTF8', await send(92, 'jörg@example.com', 'x'), 'accepted');
  expectKind(
    'too large',
    await send(93, 'anna@example.com', bodies.large?.repeat(2) ?? ''),
    'refused',
  );
  const many = Array.from({ length: 200 }, (_, at) =>
    send(1_000 + at, 'anna@example.com', `${at}`),
  );
  const outcomes = await Promise.all(many);
  const accepted = outcomes.filter(({ kind }) => kind === 'accepted').length;
  if (accepted !== many.length) throw new Error(`${accepted} of ${many.length} were accepted.`);
  await smtp.close();
  const found = await untilDelivered(maildir, [...sent.keys()]);
  for (const [messageId, body] of sent) {
    const text = found.get(messageId) ?? '';
    if (!text.includes(encodeQuotedPrintable(body).slice(0, 500)))
      throw new Error('A body changed.');
    const wrong = verifyDkim(text.slice(text.indexOf('DKIM-Signature:')), () => pair.publicKey);
    if (wrong !== null) throw new Error(`${messageId} arrived with a broken signature: ${wrong}.`);
  }
  process.stdout.write(`ok  ${sent.size} delivered once, with their signatures whole\n`);
}

const [, script = '', url, maildir, certificate] = process.argv;
if (import.meta.url === pathToFileURL(script).href) {
  if (url === undefined || maildir === undefined) throw new Error(`Usage: ${usage}`);
  await run(
    url,
    maildir,
    certificate === undefined ? undefined : await readFile(certificate, 'utf8'),
  );
}
