import { Refusal } from '@postroad/core/platform/refusal';

/** Throws a 409 where a draft is not the one that its publisher looked at, if that was named. */
export function refuseUnseenDraft(
  of: string,
  { revision }: { revision: number },
  seen: number | undefined,
): void {
  if (seen === undefined || seen === revision) return;
  throw new Refusal(
    'conflict',
    `The draft of ${of} is at revision ${revision}, not ${seen}: it was saved again since you looked at it. Look at it, then publish with draft_revision ${revision}.`,
    { draft_revision: revision },
  );
}
