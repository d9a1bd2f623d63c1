import { useLocation } from 'preact-iso/router';
import { addressOf, idIn } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import type { BackTo } from '../platform/screen.tsx';

/** Kinds of records in which an email is opened to write it. */
type Sender = 'broadcast' | 'flow';

/** The address of an email that leads back to what sends it, which may not be saved yet. */
export function emailFrom(sender: Sender, name: string, emailId: number | string): string {
  return `${addressOf('emails', String(emailId))}?${sender}=${encodeURIComponent(name)}`;
}

/** Where the email was opened to write it; null where that is not said. */
export function useCameFrom(): BackTo | null {
  const { broadcast = '', flow = '' } = useLocation().query;
  const id = idIn(broadcast);
  const ofBroadcast = useRead('get_broadcast', id === null ? null : { broadcast_id: id }).data
    ?.broadcast;
  const ofFlow = useRead('get_flow', flow === '' ? null : { flow_key: flow }).data?.flow;
  if (ofBroadcast) return { address: addressOf('broadcasts', broadcast), label: ofBroadcast.name };
  if (ofFlow) return { address: `${addressOf('flows', flow)}?layer=edit`, label: ofFlow.name };
  return null;
}
