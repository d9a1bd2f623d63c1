import { limits } from '@postroad/core/platform/limits';
import { createChallenge, verifySolution } from 'altcha-lib/v1';
import { mac } from '../platform/mac.ts';

/** A challenge of ALTCHA, as its widgets take it. */
export type Challenge = Awaited<ReturnType<typeof createChallenge>>;

const noBytes = new Uint8Array();

/** Of each form another key, so that a proof for one is none for another. */
function keyOf(secretKey: Uint8Array, formKey: string): string {
  return mac(secretKey, `postroad/sign-up-proof/1\n${formKey}`, noBytes).toString('hex');
}

/** A new challenge for one post to a form (FORM-06). It costs a browser about a tenth of a second. */
export async function newChallenge(secretKey: Uint8Array, formKey: string): Promise<Challenge> {
  return await createChallenge({
    hmacKey: keyOf(secretKey, formKey),
    maxNumber: limits.proofNumberMax,
    expires: new Date(Date.now() + limits.proofMs),
  });
}

/** The challenge of a proof that is valid and not expired; null for any other text. */
export async function provenChallenge(
  keys: readonly Uint8Array[],
  formKey: string,
  payload: string,
): Promise<string | null> {
  if (payload.length > limits.proofChars) return null;
  for (const key of keys) {
    const isValid = await verifySolution(payload, keyOf(key, formKey)).catch(() => false);
    if (isValid) return challengeIn(payload);
  }
  return null;
}

/** Other texts of one payload, such as with another order of members, are the same proof. */
function challengeIn(payload: string): string | null {
  try {
    const { challenge } = JSON.parse(Buffer.from(payload, 'base64').toString('utf8'));
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}
