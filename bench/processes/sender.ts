import { createSmtp } from '@postroad/mail/smtp/smtp';
import { LeaseKeeper } from '@postroad/service/queue/lease-keeper';
import { sendMail } from '@postroad/service/sending/send-mail';
import { nullProvider, openEngineDeps } from '../engine-deps.ts';
import { serveTasks } from '../workers.ts';

/** Sends due mail, as the engine does, until none is left. */
export interface Sent {
  sends: number;
  seconds: number;
}

const { url, smtpUrl } = JSON.parse(process.argv[2] ?? '{}') as {
  url: string;
  smtpUrl: string | null;
};
// As many connections as the limit uses.
const connections = 20;
const provider = smtpUrl === null ? nullProvider(200) : createSmtp({ url: smtpUrl, connections });
const deps = await openEngineDeps(url, provider, 4);
const leases = new LeaseKeeper(deps);

async function work(): Promise<Sent> {
  const start = performance.now();
  let sends = 0;
  for (let taken = 1; taken > 0; sends += taken) {
    taken = await sendMail(deps, leases, () => false);
  }
  return { sends, seconds: (performance.now() - start) / 1000 };
}

serveTasks(work, async () => {
  await leases.close();
  await provider.close();
  await deps.database.close();
});
