import { createPublicToken } from '@postroad/service/content/public-token';
import type { TestService } from '../../support/service.ts';
import { calling } from '../app/calling.ts';

/** Signs what these tests sign. */
export const testKey = 'a-key-of-the-tests';

/** Somebody with a mail that has gone out, and the token in it. */
export interface Subscriber {
  personId: number;
  emailId: number;
  sendId: number;
  email: string;
  token: string;
}

export function tokenOf(token: { personId: number; emailId: number; sendId: number }): string {
  return createPublicToken(Buffer.from(testKey), token);
}

let mails = 0;

/** Sends somebody a mail through a flow; the service signs with `testKey`. */
export async function subscriber(opened: TestService, email: string): Promise<Subscriber> {
  const { call } = calling(opened);
  mails += 1;
  const key = `mail-${mails}`;
  const made = await call('create_email', {
    ...{ subject: key, body_markdown: 'Hello, [leave]({{ unsubscribe_url }})' },
  });
  const nodes = [{ type: 'send_email', email_id: made.email.id }];
  await call('create_flow', { key, definition: { trigger: { event: key }, nodes } });
  await call('activate_flow', { flow_key: key });
  const personId = (await call('record_event', { email, name: key })).person_id ?? 0;
  await call('move_clock', { advance: { amount: 0, unit: 'seconds' } });
  const { queue } = await call('list_queue', { person: email, status: 'sent' });
  const ids = { personId, emailId: made.email.id, sendId: queue[0]?.id ?? 0 };
  return { ...ids, email, token: tokenOf(ids) };
}

/** Somebody with a token, as if of a mail; much cheaper than one that was sent. */
export async function reader(opened: TestService, email: string): Promise<Subscriber> {
  const { person } = await calling(opened).call('upsert_person', { email });
  const ids = { personId: person.id, emailId: 1, sendId: 0 };
  return { ...ids, email, token: tokenOf(ids) };
}
