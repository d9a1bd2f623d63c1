import type { Hit, Verdict } from '@postroad/core/sending/tracking/verdict';
import type { AuthoredLink, MailFact } from '@postroad/store/queue/figures';

/** When a person first opened a mail, clicked in it, and clicked each of its links. */
type FirstActs = ReadonlyMap<string, Omit<MailFact, 'send_id' | 'count'>>;

/** Finds them among the requests of one mail with their verdicts. */
export function firstActs(
  hits: readonly (Hit & { authored: AuthoredLink | null })[],
  verdicts: readonly Verdict[],
): FirstActs {
  const acts = new Map<string, Omit<MailFact, 'send_id' | 'count'>>();
  const note = (figure: 'opened' | 'clicked', at: number, link: AuthoredLink | null) => {
    const key = link === null ? figure : `${figure} ${link.set} ${link.number}`;
    const known = acts.get(key);
    if (known === undefined || known.at.getTime() > at)
      acts.set(key, { figure, at: new Date(at), link });
  };
  for (const [index, { kind, at, authored }] of hits.entries()) {
    if (verdicts[index] !== 'human') continue;
    note(kind === 'open' ? 'opened' : 'clicked', at, null);
    if (kind === 'click' && authored !== null) note('clicked', at, authored);
  }
  return acts;
}

/** What the figures gain and lose where these acts of a mail become those. */
export function factsBetween(sendId: number, before: FirstActs, after: FirstActs): MailFact[] {
  const apart = (acts: FirstActs, others: FirstActs, count: 1 | -1): MailFact[] =>
    [...acts].flatMap(([key, act]) =>
      others.get(key)?.at.getTime() === act.at.getTime()
        ? []
        : [{ send_id: sendId, ...act, count }],
    );
  return [...apart(before, after, -1), ...apart(after, before, 1)];
}
