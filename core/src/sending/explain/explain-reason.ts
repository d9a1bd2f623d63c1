/** One reason of an explanation, and what to do about it; `fix` is empty if nothing is wrong. */
export interface DeliveryReason {
  code: string;
  message: string;
  fix: string;
  /** Words of a person, an event or a provider, which no message contains (AGT-07). */
  quote?: string;
}

/** The quoted words of somebody else; nothing if there are none. */
export function quoting(words: string | null): Pick<DeliveryReason, 'quote'> {
  return words === null ? {} : { quote: words };
}

/** The format of an instant in messages. */
export const day = (date: Date) => date.toISOString();
