/** A status code of a mail server, with its enhanced code joined to it or alone (RFC 3463). */
const code = /^\d{3}[-.:]?$|^(?:\d{3}-)?\d\.\d{1,3}\.\d{1,3}[.:]?$/;

/** Whether a word of an answer is of one mail, such as its address, its id or a time. */
function isOfOneMail(word: string): boolean {
  if (code.test(word)) return false;
  return /^[<"'([{]/.test(word) || word.includes('@') || (word.length >= 8 && /\d/.test(word));
}

/** The fewest characters that say something. */
const leastChars = 3;

/**
 * What answers to several mails have in common: an answer up to its first word that is of one mail. It
 * is an unchanged part of the answer, by which the mails can be found.
 */
export function answerGroup(answer: string): string {
  let end = 0;
  for (const { 0: word, index } of answer.matchAll(/\S+/g)) {
    if (isOfOneMail(word)) break;
    end = index + word.length;
  }
  const shared = answer.slice(0, end).trim();
  return shared.length < leastChars ? answer.trim() : shared;
}

/** Mails with one reason. */
export interface ReasonCount {
  reason: string;
  count: number;
  /** When the first of them goes by itself. */
  opens_at: Date | null;
}

/** Mails whose reasons have something in common. */
export interface ReasonGroup {
  reason: string;
  /** One of the reasons, where they differ. */
  example: string | null;
  count: number;
  opens_at: string | null;
}

/** Adds up mails by reason, answers by what they have in common; the most frequent first. */
export function groupedReasons(rows: readonly ReasonCount[], areAnswers: boolean): ReasonGroup[] {
  const groups = new Map<string, ReasonGroup>();
  for (const { reason: whole, count, opens_at } of rows) {
    const reason = areAnswers ? answerGroup(whole) : whole;
    const opensAt = opens_at?.toISOString() ?? null;
    const group = groups.get(reason);
    if (group === undefined) {
      const example = reason === whole ? null : whole;
      groups.set(reason, { reason, example, count, opens_at: opensAt });
      continue;
    }
    group.count += count;
    if (opensAt !== null && (group.opens_at === null || opensAt < group.opens_at)) {
      group.opens_at = opensAt;
    }
  }
  return [...groups.values()].toSorted((one, other) => other.count - one.count);
}
