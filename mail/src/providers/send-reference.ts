/**
 * How providers are told which mail is theirs, and tell us in webhooks: `<send id>-<mark>`, out of
 * the Message-ID `<<send id>.<mark>@domain>`. The mark is a MAC over the id, so that no id can be
 * guessed at. Letters, digits and `-` are all that tags of SES and Resend may hold.
 */
export interface SendReference {
  sendId: number;
  /** 16 hexadecimal digits. */
  mark: string;
}

const ofMessageId = /^\s*<?([1-9]\d{0,15})\.([0-9a-f]{16})@[^\s<>@]{1,255}>?\s*$/;
const ofTag = /^([1-9]\d{0,15})-([0-9a-f]{16})$/;

/** The name under which it is given to providers. */
export const referenceTag = 'postroad_send';

/** Reads a Message-ID, with or without angle brackets; null where it is none of ours. */
export function referenceOfMessageId(value: unknown): SendReference | null {
  return typeof value === 'string' ? read(ofMessageId, value) : null;
}

/** Reads what `referenceText` wrote. */
export function readReference(value: unknown): SendReference | null {
  return typeof value === 'string' ? read(ofTag, value) : null;
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
