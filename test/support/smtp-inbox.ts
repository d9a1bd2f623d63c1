import type { AddressInfo } from 'node:net';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

export interface SmtpInbox {
  /** Value for SMTP_URL. */
  url: string;
  /** All received mails, octet by octet, in order. */
  raw: readonly Buffer[];
  /** All received mails, as a mail reader parses them, in order. */
  mails(): Promise<Email[]>;
  close(): Promise<void>;
}

/** A real SMTP server that accepts and stores every mail. */
export async function startSmtpInbox(): Promise<SmtpInbox> {
  const received: Buffer[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    onData: (stream, _, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push(Buffer.concat(chunks));
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}?tls=never`,
    raw: received,
    mails: () => Promise.all(received.map((data) => PostalMime.parse(data))),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
