import { limits } from '../limits.ts';
import { octets } from '../octets.ts';

/** That somebody has a record open to edit it. Browsers announce it to each other; nothing keeps it. */
export interface Presence {
  /** The noun of the catalog, such as `guards`. */
  noun: string;
  /** Key or id of the record; empty where there is only one. */
  record: string;
  /** The page in which it is open, as its browser names it. */
  editor: string;
  /** The person, as the history names them. */
  name: string;
  /** Whether it was closed. */
  left: boolean;
}

export const presenceNoun = /^[a-z][a-z-]{0,39}$/;
export const presenceEditor = /^[0-9a-f]{16}$/;

/** Of all presences, those that fit into a message between processes; the others come with their next announcement. */
export function encodePresences(presences: Iterable<Presence>): string {
  const texts: string[] = [];
  let size = 2;
  for (const { noun, record, editor, name, left } of presences) {
    const text = JSON.stringify([noun, record, editor, name, left]);
    size += octets(text) + 1;
    if (size > limits.changesBytes) break;
    texts.push(text);
  }
  return `[${texts.join(',')}]`;
}

function presenceIn(value: unknown): Presence[] {
  if (!Array.isArray(value)) return [];
  const [noun, record, editor, name, left] = value as unknown[];
  if (typeof noun !== 'string' || !presenceNoun.test(noun)) return [];
  if (typeof record !== 'string' || record.length > limits.keyChars) return [];
  if (typeof editor !== 'string' || !presenceEditor.test(editor)) return [];
  if (typeof name !== 'string' || name.length > limits.nameChars) return [];
  return [{ noun, record, editor, name, left: left === true }];
}

/** The presences of a message, without what is none, since anybody with a login to the database can notify. */
export function decodePresences(text: string): Presence[] {
  try {
    const values: unknown = JSON.parse(text);
    return Array.isArray(values) ? values.flatMap(presenceIn) : [];
  } catch {
    return [];
  }
}
