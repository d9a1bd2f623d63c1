/**
 * Names a send to providers, which return the name in webhooks: `<send id>-<mark>`, taken from the
 * Message-ID `<<send id>.<mark>@domain>`. The mark is a MAC over the id, so that nobody can guess a
 * reference. Tags of SES and Resend may hold only letters, digits and `-`.
 */
export interface SendReference {
  sendId: number;
  /** 16 hexadecimal digits. */
  mark: string;
}

const messageIdForm = /^\s*<?([1-9]\d{0,15})\.([0-9a-f]{16})@[^\s<>@]{1,255}>?\s*$/;
const referenceForm = /^([1-9]\d{0,15})-([0-9a-f]{16})$/;

/** The name of the tag or metadata field that carries the reference. */
export const referenceTag = 'postroad_send';

/** The header that carries it in mail whose Message-ID is another's. */
export const referenceHeader = 'X-Postroad-Send';

/** Reads a Message-ID, with or without angle brackets; null if we did not make it. */
export function referenceOfMessageId(value: unknown): SendReference | null {
  return typeof value === 'string' ? read(messageIdForm, value) : null;
}

/** Reads the text that `referenceText` wrote; null if it is something else. */
export function readReference(value: unknown): SendReference | null {
  return typeof value === 'string' ? read(referenceForm, value) : null;
}

export function referenceText({ sendId, mark }: SendReference): string {
  return `${sendId}-${mark}`;
}

function read(form: RegExp, value: string): SendReference | null {
  if (value.length > 400) return null;
  const [, id, mark] = form.exec(value) ?? [];
  if (id === undefined || mark === undefined || !Number.isSafeInteger(Number(id))) return null;
  return { sendId: Number(id), mark };
}
