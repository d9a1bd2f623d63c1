/** One reason of an explanation, and what to do about it; `fix` is empty if nothing is wrong. */
export interface DeliveryReason {
  code: string;
  message: string;
  fix: string;
}

/** The format of an instant in messages. */
export const day = (date: Date) => date.toISOString();
