import { mergeContext } from '@postroad/service/content/merge-context';
import { createPublicToken } from '@postroad/service/content/public-token';
import { LeaseKeeper } from '@postroad/service/queue/lease-keeper';
import type { MailParts } from '@postroad/service/sending/compose';
import { sendBatch, settleAndBegin, settleLast } from '@postroad/service/sending/send-mail';
import type { Attempt, SendOutcome } from '@postroad/service/sending/settle';
import { transaction } from '@postroad/store/platform/transaction';
import { claimDueSends } from '@postroad/store/queue/send';
import { createTransport } from 'nodemailer';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';
import type { Sent } from './sender.ts';

/**
 * The engine's pipeline with nodemailer: it composes each mail from rendered bodies, and its pool
 * sends them over as many connections.
 */
const { url, smtpUrl } = JSON.parse(process.argv[2] ?? '{}') as { url: string; smtpUrl: string };
const connections = 20;
const { hostname, port } = new URL(smtpUrl);
const transport = createTransport({
  ...{ pool: true, host: hostname, port: Number(port), ignoreTLS: true },
  ...{ maxConnections: connections, maxMessages: Number.POSITIVE_INFINITY },
});
const deps = await openEngineDeps(url, nullProvider(connections), 4);
const leases = new LeaseKeeper(deps);

async function handOver({ send, email, ...parts }: MailParts): Promise<SendOutcome> {
  if (email === null) throw new Error('The email has no compiled form.');
  const token = createPublicToken(deps.secretKey, {
    ...{ personId: send.person_id, emailId: send.email_id ?? 0, sendId: send.id },
  });
  const page = `${deps.address.url}/unsubscribe/${token}`;
  const context = mergeContext({ ...parts, unsubscribeUrl: page, preferencesUrl: page });
  const { subject, html, text } = email.template.fill(context);
  const from = parts.profile.default_from_address;
  const list = { unsubscribe: `${deps.address.url}/u/${token}` };
  await transport.sendMail({ from, to: parts.person.email, subject, html, text, list });
  return { kind: 'accepted', providerId: null };
}

async function sendBatches(): Promise<number> {
  const leaseId = await leases.id();
  let sends = 0;
  for (;;) {
    const claimed = await transaction(deps.database, {}, (tx) =>
      claimDueSends(tx, leaseId, sendBatch),
    );
    if (claimed.length === 0) return sends;
    let settling: Attempt[] = [];
    for (let first = 0; first < claimed.length; first += connections) {
      const chunk = claimed.slice(first, first + connections);
      const { mails } = await settleAndBegin(deps, leaseId, settling, chunk, (parts) => parts);
      settling = await Promise.all(
        mails.map(async (parts) => ({ send: parts.send, outcome: await handOver(parts) })),
      );
    }
    await settleLast(deps, leaseId, settling);
    sends += claimed.length;
  }
}

async function work(): Promise<Sent> {
  const start = performance.now();
  const sends = await sendBatches();
  return { sends, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, async () => {
  await leases.close();
  transport.close();
  await deps.database.close();
});
