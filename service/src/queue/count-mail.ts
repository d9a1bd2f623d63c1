import type { Tx } from '@postroad/store/platform/transaction';

/** The parts of a mail by which it is counted. */
export interface CountedMail {
  email_id: number | null;
  source_kind: string;
  source_id: number | null;
}

const resources: Readonly<Record<string, string>> = {
  flow: 'flows',
  sequence: 'sequences',
  broadcast: 'broadcasts',
};

/**
 * Tells clients that mail moved, and whose figures with it (CON-09): each record once, however much
 * mail there is. Costs no statement.
 */
export function countMail({ work }: Pick<Tx, 'work'>, mails: Iterable<CountedMail>): void {
  const emails = new Set<number>();
  const sources = new Map<string, Set<number>>();
  let any = false;
  for (const { email_id, source_kind, source_id } of mails) {
    any = true;
    if (source_kind === 'message' && email_id !== null) emails.add(email_id);
    const resource = resources[source_kind];
    if (resource === undefined || source_id === null) continue;
    if (email_id !== null) emails.add(email_id);
    sources.set(resource, (sources.get(resource) ?? new Set()).add(source_id));
  }
  if (!any) return;
  for (const resource of ['queue', 'sends', 'report']) work.count(resource, [null]);
  work.count('emails', emails);
  for (const [resource, ids] of sources) work.count(resource, ids);
}
