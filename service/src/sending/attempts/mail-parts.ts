import type { Tx } from '@postroad/store/platform/transaction';
import type { ClaimedSend } from '@postroad/store/queue/send';
import { templateFor } from '../../content/compile/compiled-email-cache.ts';
import { loadAutomations, renewalRuns } from '../../flows/renewals/renewal-values.ts';
import type { MailParts } from '../compose.ts';
import type { DraftTemplates } from '../draft-tests.ts';
import type { AttemptDeps, ChunkFacts } from './attempt-facts.ts';

/** One query for each kind of fact for the whole chunk. */
export async function loadParts(
  tx: Tx,
  deps: AttemptDeps,
  sends: readonly ClaimedSend[],
  {
    account,
    events,
    people,
    readers,
    templates,
    messages,
    drafts,
  }: ChunkFacts & { drafts: DraftTemplates },
): Promise<MailParts[]> {
  const { profile, mailingAddress } = account;
  const automations = await loadAutomations(tx, renewalRuns(sends));
  const parts: MailParts[] = [];
  for (const send of sends) {
    const recipient = people.get(send.person_id);
    // Both exist, since the row locks or references them.
    if (!recipient) throw new Error(`Send ${send.id} has no person.`);
    const person = people.get(readers.get(send.id) ?? 0) ?? recipient;
    const message = messages.get(send.id) ?? null;
    const email = (drafts.has(send.id) ? drafts.get(send.id) : templates(send)) ?? null;
    parts.push({
      send,
      person,
      recipient: message === null ? recipient : { id: recipient.id, email: message.parts.to },
      message: message?.parts ?? null,
      files: message?.files ?? [],
      head: message?.head ?? null,
      data: message?.data ?? null,
      tags: await deps.tagNames.names(tx, person.tag_ids),
      event: events.get(send.event_id ?? 0) ?? null,
      automation: automations.get(send.run_id ?? 0) ?? null,
      email: email && templateFor(email, person.fields),
      profile,
      mailingAddress,
      now: tx.now,
    });
  }
  return parts;
}
