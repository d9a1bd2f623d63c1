import { isObject } from '../platform/json.ts';
import { type Consequence, consequenceSentence, isConsequence } from './consequence-words.ts';

/** Whether a person agrees to an agent's calls: to none, to those of `confirmed.ts`, or to every write. */
export const confirmModes = ['never', 'auto', 'always'] as const;
export type ConfirmMode = (typeof confirmModes)[number];

/** How a caller that acts for a person asks for a write. */
export interface ConfirmRequest {
  mode: Exclude<ConfirmMode, 'never'>;
  /** What the person agreed to: the token of a dry run, or of a question (AGT-10). */
  token?: string | undefined;
}

/** What a person agrees to. */
export interface Confirmation {
  /** The name of the record, as operators wrote it; null where the call is about none of a name. */
  record: string | null;
  /** What the call does, in numbers; empty where there is nothing to count. */
  consequences: readonly Consequence[];
  /** To be sent with the call once the person agreed. */
  token: string;
}

/** How a caller gets a token that is good; one that asks a person itself gets it by their answer. */
export const confirmAgain = 'Make the call as a dry run again, and send the token of that.';

/** By which a request says how it is confirmed: the mode, and behind it the token. */
export const confirmHeader = 'postroad-confirm';

export function confirmHeaderOf({ mode, token }: ConfirmRequest): string {
  return token === undefined ? mode : `${mode} ${token}`;
}

/** Null for a header that is none of ours. */
export function readConfirmHeader(header: string): ConfirmRequest | null {
  const [named, token, ...more] = header.split(' ');
  const mode = confirmModes.find((one) => one === named);
  if (mode === undefined || mode === 'never' || more.length > 0) return null;
  return token === undefined ? { mode } : { mode, token };
}

/** A confirmation that a server answered or refused with; null where it is none. */
export function readConfirmation(value: unknown): Confirmation | null {
  if (!isObject(value)) return null;
  const { consequences, token, record } = value;
  if (typeof token !== 'string' || !Array.isArray(consequences)) return null;
  return {
    record: typeof record === 'string' ? record : null,
    consequences: consequences.filter(isConsequence),
    token,
  };
}

/** Records with names of operators, each by its member of an answer. */
const named = { flow: 'name', sequence: 'name', broadcast: 'name', email: 'title' };

/** The name of the record that an answer has. */
export function recordNameIn(answer: object): string | null {
  const names = Object.entries(named).map(([record, name]) => {
    const found: unknown = Reflect.get(answer, record);
    return isObject(found) ? found[name] : null;
  });
  return names.find((name) => typeof name === 'string') ?? null;
}

/** What the call does, as sentences. */
export function confirmationText({ consequences }: Pick<Confirmation, 'consequences'>): string {
  return consequences.map(consequenceSentence).join(' ');
}
