import { hash } from 'node:crypto';
import { type Consequence, consequenceKinds } from '@postroad/core/catalog/consequence-words';
import { isObject } from '@postroad/core/platform/json';
import { readNumbers, signNumbers } from '../../platform/signed-token.ts';

/** What a person agreed to, beside the call itself. */
export interface Agreed {
  /** Of the token, so that it is good for one call. */
  nonce: number;
  /** Second since 1970 at which it ends. */
  until: number;
  /** Of the record, and of the draft that is published; 0 for none. */
  revisions: readonly [record: number, draft: number];
  consequences: readonly Consequence[];
}

/** The call that a token is for: whose it is, of which operation, with which arguments. */
export interface TokenCall {
  actor: string;
  name: string;
  input: unknown;
}

/** The same value with the keys of its objects in order, since callers write them in any. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
}

/** Of a fixed length, as what is signed beside numbers of any count must be. */
function digestOf({ actor, name, input }: TokenCall): string {
  return hash('sha256', JSON.stringify([actor, name, sorted(input)]), 'hex');
}

/** Two numbers each: what it is about, with whether there is more, and how many. */
function numbersOf(consequence: Consequence): [number, number] {
  if ('one' in consequence) {
    return [2 * consequenceKinds.findIndex(({ one }) => one === consequence.one), 1];
  }
  const kind = consequenceKinds.findIndex(({ about }) => about === consequence.about);
  return [2 * kind + Number(consequence.more === true), consequence.n];
}

function consequenceOf(kind: number, n: number): Consequence[] {
  const { one, about } = consequenceKinds[Math.floor(kind / 2)] ?? {};
  if (one !== undefined) return [{ one }];
  if (about === undefined) return [];
  return [{ about, n, ...(kind % 2 === 1 ? { more: true } : {}) }];
}

/** A token that holds what was agreed to, and is valid with the very call alone. */
export function confirmToken(secretKey: Uint8Array, call: TokenCall, agreed: Agreed): string {
  const { nonce, until, revisions, consequences } = agreed;
  const values = [nonce, until, ...revisions, ...consequences.flatMap(numbersOf)];
  return signNumbers(secretKey, 'confirm', values, digestOf(call));
}

/** Null for a token that none of the keys signed, or that is of another call. */
export function readConfirmToken(
  keys: readonly Uint8Array[],
  call: TokenCall,
  token: string,
): Agreed | null {
  const [nonce, until, record, draft, ...counted] =
    readNumbers(keys, 'confirm', null, token, digestOf(call)) ?? [];
  if (nonce === undefined || until === undefined) return null;
  if (record === undefined || draft === undefined) return null;
  const consequences = counted.flatMap((kind, index) =>
    index % 2 === 0 ? consequenceOf(kind, counted[index + 1] ?? 0) : [],
  );
  return { nonce, until, revisions: [record, draft], consequences };
}
