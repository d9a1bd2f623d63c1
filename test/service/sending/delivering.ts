import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import PostalMime, { type Email } from 'postal-mime';
import type { TestService } from '../../support/service.ts';
import { calling } from '../app/calling.ts';

const address = 'reader@example.com';

/** Sends emails through a flow as the service does, and reads what came out. */
export interface Delivering {
  /** What one person got when each of the emails was sent, in their order. */
  deliver(emailIds: number[]): Promise<Email[]>;
  /** Brings a person to where the emails are queued, and does what is due now. */
  queue(emailIds: number[]): Promise<void>;
  /** What has come out since the last look, oldest first. */
  arrived(): Promise<Email[]>;
}

export function delivering(opened: TestService): Delivering {
  const { call } = calling(opened);
  const seen = new Set<string>();
  let flows = 0;

  async function arrived(): Promise<Email[]> {
    const dir = opened.config.outboxDir;
    const names = await readdir(dir).catch(() => []);
    const fresh = names.filter((name) => !seen.has(name));
    fresh.sort((one, other) => Number.parseInt(one, 10) - Number.parseInt(other, 10));
    for (const name of fresh) seen.add(name);
    const files = await Promise.all(fresh.map((name) => readFile(join(dir, name))));
    return await Promise.all(files.map((file) => PostalMime.parse(file)));
  }

  async function queue(emailIds: number[]): Promise<void> {
    flows += 1;
    const key = `delivering-${flows}`;
    const nodes = emailIds.map((email_id) => ({ type: 'send_email', email_id }));
    await call('create_flow', { key, definition: { trigger: { event: key }, nodes } });
    await call('activate_flow', { flow_key: key });
    await call('record_event', { email: address, name: key });
    await call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  }

  return {
    arrived,
    queue,
    async deliver(emailIds) {
      await arrived();
      await queue(emailIds);
      return await arrived();
    },
  };
}
