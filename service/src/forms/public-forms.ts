import { type Settings, settingKeys, settingsWith } from '@postroad/core/account/settings';
import type { FormField } from '@postroad/core/forms/form-operations';
import { proofName, type ReadSignUp } from '@postroad/core/forms/sign-up';
import { limits } from '@postroad/core/platform/limits';
import { invalid, type Refusal } from '@postroad/core/platform/refusal';
import { readAccount } from '@postroad/store/account/setting';
import { type FormRow, findForm } from '@postroad/store/forms/form';
import { findSignUp, lockSignUp, markConfirmed, takeProof } from '@postroad/store/forms/sign-up';
import type { Tx } from '@postroad/store/platform/transaction';
import type { IngestDeps } from '../events/ingest.ts';
import { retriedTransaction } from '../platform/retried-transaction.ts';
import type { TransactionDeps } from '../platform/transaction-deps.ts';
import { keptOfVisitor, type Visitor } from '../subscribers/visitor.ts';
import { join } from './join.ts';
import { type Challenge, newChallenge, provenChallenge } from './proof-of-work.ts';
import { readSignUpToken } from './sign-up-token.ts';
import { type Submission, takeSignUp } from './take-sign-up.ts';

/** A form as its page shows it. */
export interface PublicForm {
  key: string;
  name: string;
  fields: readonly FormField[];
  consent_text: string;
  redirect_url: string | null;
  allowed_origins: readonly string[];
  enabled: boolean;
  account_name: string;
  button_color: string;
  /** Origin of the address of this service in links; null where none is set. */
  base_url: string | null;
}

/** What the link of a mail leads to. */
export interface SignUpPage {
  state: 'waiting' | 'confirmed' | 'expired';
  /** Null once the sign-up is gone. */
  email: string | null;
  form: PublicForm;
}

export type FormsDeps = TransactionDeps & IngestDeps & { secretKey: Uint8Array };

/** What visitors do with forms. Reading writes nothing. */
export class PublicForms {
  readonly #deps: FormsDeps;

  constructor(deps: FormsDeps) {
    this.#deps = deps;
  }

  /** Null where there is no such form. */
  async read(key: string): Promise<PublicForm | null> {
    return await this.#reading(async (tx) => {
      const form = await findForm(tx, key);
      return form === null || form.key !== key ? null : await shown(tx, form);
    });
  }

  /** What a browser has to work out before it may post without the page (FORM-06). */
  async challenge(key: string): Promise<Challenge> {
    return await newChallenge(this.#deps.secretKey, key);
  }

  /**
   * Null where there is no such form, or it takes no sign-ups. Throws rate_limited; where `proof` is
   * not null and no good, a 422.
   */
  async signUp(
    key: string,
    { proof, ...submission }: Omit<Submission, 'proven'> & { proof: string | null },
  ): Promise<ReadSignUp | null> {
    const { acceptedKeys } = this.#deps;
    const challenge = proof === null ? null : await provenChallenge(acceptedKeys, key, proof);
    if (proof !== null && challenge === null) throw noProof();
    return await this.#writing(async (tx) => {
      const form = await findForm(tx, key);
      if (form === null || form.key !== key || !form.enabled) return null;
      if (challenge !== null && !(await takeProof(tx, challenge))) throw noProof();
      const proven = challenge !== null;
      return await takeSignUp(tx, this.#deps, form, { ...submission, proven });
    });
  }

  /** Null for a token that was not signed here, `gone` without its form. Changes nothing (FORM-10). */
  async readSignUp(text: string): Promise<SignUpPage | 'gone' | null> {
    const token = readSignUpToken(this.#deps.acceptedKeys, text);
    if (token === null) return null;
    return await this.#reading(async (tx) => {
      const form = await findForm(tx, String(token.formId));
      if (form === null || form.id !== token.formId) return 'gone';
      const page = await shown(tx, form);
      const signUp = await findSignUp(tx, token.nonce);
      if (signUp === null || isExpired(tx, signUp)) {
        return { state: 'expired', email: null, form: page };
      }
      const state = signUp.confirmed_at === null ? 'waiting' : 'confirmed';
      // The ledger gets the text of the sign-up, so the page asks for no other.
      const asked = { ...page, consent_text: signUp.wording };
      return { state, email: signUp.address, form: asked };
    });
  }

  /** Confirms once; again it changes nothing (FORM-10). */
  async confirm(text: string, visitor: Visitor): Promise<SignUpPage | 'gone' | null> {
    const token = readSignUpToken(this.#deps.acceptedKeys, text);
    if (token === null) return null;
    return await this.#writing(async (tx) => {
      const signUp = await lockSignUp(tx, token.nonce);
      const form = await findForm(tx, String(token.formId));
      if (form === null || form.id !== token.formId) return 'gone';
      const page = await shown(tx, form);
      if (signUp === null || isExpired(tx, signUp)) {
        return { state: 'expired', email: null, form: page };
      }
      if (signUp.confirmed_at === null) {
        const kept = await keptOfVisitor(tx, this.#deps, visitor);
        await join(tx, this.#deps, { form, signUp: { ...signUp, ...kept } }, 'confirmed');
        await markConfirmed(tx, signUp.id);
      }
      return { state: 'confirmed', email: signUp.address, form: page };
    });
  }

  #reading<Read>(body: (tx: Tx) => Promise<Read>): Promise<Read> {
    const { database, config } = this.#deps;
    const mode = { readOnly: true, testClock: config.testClock };
    return retriedTransaction(database, mode, body);
  }

  #writing<Written>(body: (tx: Tx) => Promise<Written>): Promise<Written> {
    const { database, config } = this.#deps;
    return retriedTransaction(database, { testClock: config.testClock }, body);
  }
}

/** The 422 of a post that needs a proof of work and has none that is good. */
export function noProof(): Refusal {
  const message = `${proofName} must be a proof of work that was not used before. Get a challenge from the path of the form with /challenge behind it, solve it as ALTCHA does, and send the solution.`;
  return invalid([{ path: proofName, code: 'proof_required', message }]);
}

/** A row may be there a little longer than it counts. */
function isExpired({ now }: Tx, { created_at }: { created_at: Date }): boolean {
  return now.getTime() - created_at.getTime() >= limits.signUpKeptDays * 86_400_000;
}

async function shown(tx: Tx, form: FormRow): Promise<PublicForm> {
  const { profile, saved } = await readAccount(tx, settingKeys);
  const settings: Settings = settingsWith(saved);
  return {
    key: form.key,
    name: form.name,
    fields: form.fields,
    consent_text: form.consent_text,
    redirect_url: form.redirect_url,
    allowed_origins: form.allowed_origins,
    enabled: form.enabled,
    account_name: profile.name,
    button_color: settings['sending.unsubscribe_page.button_color'],
    base_url: profile.base_url,
  };
}
