import { parseAddress } from '@postroad/core/people/address';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { skipReasons } from '@postroad/core/queue/hold-reasons';
import {
  findPeopleByEmails,
  isKnownFromMessages,
  type PersonRow,
} from '@postroad/store/people/person';
import { anySuppressed } from '@postroad/store/people/suppression';
import type { Tx } from '@postroad/store/platform/transaction';
import { erasedAmong, type SuppressionKeys } from '../people/suppression-hash.ts';
import { suppressionOf } from '../queue/suppression-of.ts';

/** Whom a message goes to, each once. */
export interface Recipients {
  to: string;
  cc: string[];
  bcc: string[];
}

/** Reads addresses. Throws a 422 that names each that is none, and one where there are too many. */
export function readRecipients({
  to,
  cc = [],
  bcc = [],
}: {
  to: string;
  cc?: readonly string[] | undefined;
  bcc?: readonly string[] | undefined;
}): Recipients {
  const faults: Issue[] = [];
  const seen = new Set<string>();
  const read = (text: string, path: string): string[] => {
    const address = parseAddress(text);
    if (address === null) {
      const message = `${path} must be one email address, as in hello@example.com.`;
      faults.push({ path, code: 'address_invalid', message });
      return [];
    }
    if (seen.has(address)) return [];
    seen.add(address);
    return [address];
  };
  const [first = ''] = read(to, 'to');
  const readAll = (texts: readonly string[], name: string) =>
    texts.flatMap((text, index) => read(text, `${name}[${index}]`));
  const recipients = { to: first, cc: readAll(cc, 'cc'), bcc: readAll(bcc, 'bcc') };
  const most = limits.messageRecipients;
  if (1 + cc.length + bcc.length > most) {
    const message = `to, cc and bcc together hold at most ${most} recipients, not ${1 + cc.length + bcc.length}. Send several messages.`;
    faults.push({ path: bcc.length > 0 ? 'bcc' : 'cc', code: 'too_many', message });
  }
  if (faults.length > 0) throw invalid(faults.slice(0, limits.issuesListedMax));
  return recipients;
}

/** The people of these addresses who are known, by address. */
async function peopleOf(tx: Tx, addresses: readonly string[]): Promise<Map<string, PersonRow>> {
  const rows = await findPeopleByEmails(tx, addresses);
  return new Map(rows.map((row) => [row.email, row]));
}

/** Why a message may not go to a person, or null: a stranger never left, so the reason is another one. */
export function recipientReason(
  person: PersonRow | undefined,
  transactional: boolean,
): string | null {
  const reason = suppressionOf(person, transactional);
  const isStranger = person !== undefined && isKnownFromMessages(person);
  return reason === skipReasons.unsubscribed && isStranger ? 'Never subscribed' : reason;
}

/**
 * Those of the addresses that must get no mail, with the reason: their people bounced or complained, or
 * left where the mail is marketing (MSG-10).
 */
export async function suppressedAmong(
  tx: Tx,
  keys: SuppressionKeys,
  addresses: readonly string[],
  transactional: boolean,
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  if (addresses.length === 0) return found;
  const people = await peopleOf(tx, addresses);
  for (const [address, person] of people) {
    const reason = recipientReason(person, transactional);
    if (reason !== null) found.set(address, reason);
  }
  if (transactional || !(await anySuppressed(tx))) return found;
  const unknown = addresses.filter((address) => !people.has(address));
  for (const address of await erasedAmong(tx, keys, unknown)) {
    found.set(address, skipReasons.unsubscribed);
  }
  return found;
}

/** The 409 for recipients who must get no mail. */
export function suppressedRefusal(
  suppressed: ReadonlyMap<string, string>,
  { to, cc }: Recipients,
): Refusal {
  const errors = [...suppressed].map(([address, reason]): Issue => {
    const path = address === to ? 'to' : cc.includes(address) ? 'cc' : 'bcc';
    return { path, code: 'recipient_suppressed', message: `${address} gets no mail: ${reason}.` };
  });
  const [first] = errors;
  const detail = `${first?.message ?? 'A recipient gets no mail.'} Nothing is sent.`;
  return new Refusal('recipient_suppressed', detail, { errors });
}
