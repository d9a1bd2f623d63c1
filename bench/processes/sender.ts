import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withRateLimit } from '@postroad/mail/providers/rate-limited-provider';
import { createSmtp } from '@postroad/mail/smtp/smtp';
import { HandOffJournals } from '@postroad/service/queue/hand-off-journal';
import { LeaseKeeper } from '@postroad/service/queue/lease-keeper';
import { sendMail } from '@postroad/service/sending/send-mail';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';

/** Sends due mail, as the engine does, until none is left. */
export interface Sent {
  sends: number;
  seconds: number;
}

const {
  url,
  smtpUrl,
  perSecond,
  ms = Number.POSITIVE_INFINITY,
} = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  smtpUrl: string | null;
  /** Mails a second at most. */
  perSecond?: number;
  /** Stops after this time; left out, once none is due. */
  ms?: number;
};
// As many connections as the limit uses.
const connections = 20;
const plain = smtpUrl === null ? nullProvider(200) : createSmtp({ url: smtpUrl, connections });
const provider = perSecond === undefined ? plain : withRateLimit(plain, perSecond);
const deps = await openEngineDeps(url, provider, 4);
// The journal is part of the price.
const folder = mkdtempSync(join(tmpdir(), 'postroad-bench-sender-'));
const journals = HandOffJournals.in(folder);
const leases = new LeaseKeeper(deps, journals && { journals, settle: async () => {} });

async function work(): Promise<Sent> {
  const start = performance.now();
  let sends = 0;
  const isOver = () => performance.now() - start > ms;
  for (let taken = 1; taken > 0 && !isOver(); sends += taken) {
    taken = await sendMail(deps, leases, isOver);
  }
  return { sends, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, async () => {
  await leases.close();
  await provider.close();
  await deps.database.close();
  rmSync(folder, { recursive: true });
});
