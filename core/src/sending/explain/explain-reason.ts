/** One reason of an explanation, with what to do about it; `fix` is empty where nothing is wrong. */
export interface DeliveryReason {
  code: string;
  message: string;
  fix: string;
}

/** How an instant stands in a message. */
export const day = (date: Date) => date.toISOString();
