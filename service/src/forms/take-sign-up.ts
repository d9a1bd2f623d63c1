import { type Answers, type ReadSignUp, readSignUp } from '@postroad/core/forms/sign-up';
import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { PageLanguage } from '@postroad/core/subscribers/pages/page-copy';
import type { FormRow } from '@postroad/store/forms/form';
import {
  addMark,
  changeSignUp,
  findUnconfirmed,
  insertSignUp,
  listMarks,
  lockMark,
} from '@postroad/store/forms/sign-up';
import type { Tx } from '@postroad/store/platform/transaction';
import { networkOf } from '../platform/addresses.ts';
import { mac } from '../platform/mac.ts';
import { keptOfVisitor, type Visitor } from '../subscribers/visitor.ts';
import { allowsSingleOptIn } from './form-handlers.ts';
import { newNonce } from './sign-up-token.ts';

/** What a visitor sent, and how it came. */
export interface Submission {
  values: Readonly<Record<string, unknown>>;
  visitor: Visitor;
  language: PageLanguage;
  /** Whether a proof of work came with it, which is used up by now. */
  proven: boolean;
}

const hourMs = 3_600_000;
const dayMs = 86_400_000;

const noBytes = new Uint8Array();

/** A mark that names nobody without the secret key. */
function markOf(secretKey: Uint8Array, what: string): string {
  return mac(secretKey, `postroad/sign-up-mark/1\n${what}`, noBytes).toString('hex');
}

/** Throws rate_limited (FORM-06). */
async function countPost(tx: Tx, secretKey: Uint8Array, { ip }: Visitor): Promise<void> {
  const mark = markOf(secretKey, `network ${networkOf(ip)}`);
  await lockMark(tx, mark);
  const times = await listMarks(tx, 'post', mark, new Date(tx.now.getTime() - hourMs));
  const oldest = times[limits.signUpPostsPerHour - 1];
  if (oldest !== undefined) {
    const wait = Math.max(1, Math.ceil((oldest.getTime() + hourMs - tx.now.getTime()) / 1_000));
    const detail = 'Too many sign-ups came from your network. Try again later.';
    throw new Refusal('rate_limited', detail, { retry_after: wait });
  }
  await addMark(tx, 'post', mark, tx.now);
}

/** When the next mail to the address may be sent; null where it has had enough today (FORM-09). */
async function mailTime(tx: Tx, mark: string): Promise<Date | null> {
  const times = await listMarks(tx, 'mail', mark, new Date(tx.now.getTime() - dayMs));
  if (times.length >= limits.signUpMailsPerDay) return null;
  const [last] = times;
  if (last === undefined) return tx.now;
  return new Date(Math.max(tx.now.getTime(), last.getTime() + limits.signUpMailGapMs));
}

/** What is left out the second time stays as it was said the first time. */
function together(before: Answers, answers: Answers): Answers {
  return { ...before, ...answers, fields: { ...before.fields, ...answers.fields } };
}

/**
 * Takes a sign-up. Whatever becomes of it is decided later, by a lane: what is done here is the same for
 * every address, so that neither answer nor time tells whether it is known (FORM-12). Faults are
 * answered; throws rate_limited.
 */
export async function takeSignUp(
  tx: Tx,
  { secretKey }: { secretKey: Uint8Array },
  form: FormRow,
  { values, visitor, language, proven }: Submission,
): Promise<ReadSignUp> {
  const read = readSignUp(form.fields, values);
  if ('faults' in read) return read;
  // A post that has to be corrected uses nothing up. All others count alike, whether or not a mail is sent.
  if (!proven) await countPost(tx, secretKey, visitor);
  const { address, answers } = read;
  const mark = markOf(secretKey, `address ${address}`);
  await lockMark(tx, mark);
  const isSingle = !form.double_opt_in && proven && (await allowsSingleOptIn(tx));
  const recent = new Date(tx.now.getTime() - limits.signUpMailGapMs);
  const [due, before, kept] = await Promise.all([
    mailTime(tx, mark),
    findUnconfirmed(tx, { form_id: form.id, address }, recent),
    keptOfVisitor(tx, { secretKey }, visitor),
  ]);
  const said = { wording: form.consent_text, purpose: form.purpose, ...kept };
  if (before?.is_waiting || (due === null && !isSingle)) {
    // The mail that went out, or will, confirms what was said last.
    if (before?.is_single === isSingle) {
      await changeSignUp(tx, before.id, { ...said, answers: together(before.answers, answers) });
    }
    return read;
  }
  const dueAt = isSingle || due === null ? tx.now : due;
  if (!isSingle) await addMark(tx, 'mail', mark, dueAt);
  await insertSignUp(tx, {
    ...{ nonce: newNonce(), form_id: form.id, address, answers, is_single: isSingle, language },
    ...{ ...said, due_at: dueAt },
  });
  return read;
}
