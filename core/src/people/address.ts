import { limits } from '../platform/limits.ts';
import { hasMoreOctets } from '../platform/octets.ts';

/** A display name with its address, as in `Postroad <hello@example.com>`. */
export interface Mailbox {
  name: string | null;
  address: string;
}

const printableAscii = /^[\x21-\x7e]+$/;
const asciiAtom = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+$/;
const asciiLabel = /^[a-z0-9]+(?:-+[a-z0-9]+)*$/;
const digits = /^[0-9]+$/;
/** RFC 6531 allows every non-ASCII character; people use letters and digits. */
const unicodeAtom = /^[\p{L}\p{Nd}!#$%&'*+/=?^_`{|}~-][\p{L}\p{M}\p{Nd}!#$%&'*+/=?^_`{|}~-]*$/u;
const unicodeLabel = /^[\p{L}\p{Nd}][\p{L}\p{M}\p{Nd}-]*$/u;
/**
 * Some letters and marks have no width (Hangul fillers, joiners), so two addresses would look
 * alike.
 */
const invisible = /\p{Default_Ignorable_Code_Point}/u;
const unfitForName = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u;
const quotedName = /^"((?:[^"\\]|\\.)*)"$/u;
/** Unquoted, these would make the name a list, a group, a route or a second address. */
const nameSpecials = /[<>"\\,;:@[\]]/;

/**
 * Alphabets with letters that look alike; a word with letters of several is a forgery (UTS #39,
 * §5.2).
 */
const alphabets = [
  /\p{Script=Latin}/u,
  /\p{Script=Cyrillic}/u,
  /\p{Script=Greek}/u,
  /\p{Script=Armenian}/u,
  /\p{Script=Cherokee}/u,
  /\p{Script=Coptic}/u,
];

function mixesAlphabets(word: string): boolean {
  return alphabets.filter((alphabet) => alphabet.test(word)).length > 1;
}

/** Lower-case Cyrillic, Greek and Armenian letters that look like Latin ones (UTS #39). */
const latinLookalikes =
  /^[0-9_+-]*[аеорсухѕіјһӏԁԛԝοανικρυորսցօհզ][0-9_+аеорсухѕіјһӏԁԛԝοανικρυորսցօհզ-]*$/u;

/**
 * Whether an address has words of look-alikes only under a Latin top-level domain, as in a Cyrillic
 * `apple.com`.
 */
function readsAsLatin(address: string): boolean {
  const words = address.toLowerCase().split(/[.@]/);
  return (
    printableAscii.test(words.at(-1) ?? '') && words.some((word) => latinLookalikes.test(word))
  );
}

/**
 * Reads exactly one addr-spec (RFC 5321 dot-string local part, RFC 6531 for Unicode), trimmed and
 * lowercased, or null. Refuses display names, lists, quoted local parts, comments, address literals
 * and domains without a dot (other than `localhost`), and also words that mix alphabets, such as a
 * Cyrillic letter in `example.com`, or that only look Latin. Idempotent: the stored form is the
 * form in every envelope.
 */
export function parseAddress(value: string): string | null {
  const trimmed = value.trim();
  if (trimmed.length > limits.addressChars) return null;
  const ascii = printableAscii.test(trimmed);
  if (!ascii && !isPlainUnicode(trimmed)) return null;
  const address = trimmed.toLowerCase();
  if (!ascii && !isPlainUnicode(address)) return null;
  const at = address.lastIndexOf('@');
  if (at < 1) return null;
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (hasMoreOctets(local, limits.addressLocalOctets)) return null;
  if (hasMoreOctets(address, limits.addressChars)) return null;
  if (!ascii && isDisguised(address)) return null;
  const atom = ascii ? asciiAtom : unicodeAtom;
  if (!local.split('.').every((part) => atom.test(part))) return null;
  return isDomain(domain, ascii) ? address : null;
}

function isDisguised(address: string): boolean {
  return address.split(/[.@]/).some(mixesAlphabets) || readsAsLatin(address);
}

/** Why `parseAddress` refuses a text, as words that follow the path of the value. */
export function addressFault(value: string): string {
  if (value.split(/[.@]/).some(mixesAlphabets)) {
    return 'must not mix letters of alphabets that look alike in one word of the address.';
  }
  if (isDisguised(value)) {
    return 'must not be written in letters of another alphabet that read as Latin ones.';
  }
  return 'must be one email address, such as ada@example.com.';
}

/**
 * Reads a from address, with or without a display name: `hello@example.com`, `Postroad
 * <hello@example.com>`, `"Doe, Jane" <jane@example.com>`. Collapses white space in the name;
 * refuses controls, bidi controls and lone surrogates. Null if it is not one mailbox.
 */
export function parseMailbox(value: string): Mailbox | null {
  const trimmed = value.trim();
  // Backslashes can double the length of a quoted name.
  if (trimmed.length > 2 * limits.nameChars + limits.addressChars + 5) return null;
  if (!trimmed.endsWith('>')) {
    const address = parseAddress(trimmed);
    return address === null ? null : { name: null, address };
  }
  const open = trimmed.lastIndexOf('<');
  const address = open < 0 ? null : parseAddress(trimmed.slice(open + 1, -1));
  if (address === null) return null;
  const phrase = trimmed.slice(0, open).trim();
  const name = displayName(phrase);
  return name === null ? null : { name: name === '' ? null : name, address };
}

/** The name without quotes; null if it is invalid. */
function displayName(phrase: string): string | null {
  if (unfitForName.test(phrase)) return null;
  const quoted = quotedName.exec(phrase)?.[1];
  if (quoted === undefined && nameSpecials.test(phrase)) return null;
  const name = (quoted?.replace(/\\(.)/gu, '$1') ?? phrase).replace(/\s+/gu, ' ').trim();
  return name.length > limits.nameChars ? null : name;
}

/**
 * Conversion would map compatibility forms (full-width letters, the Kelvin sign) to other
 * characters.
 */
function isPlainUnicode(text: string): boolean {
  return !invisible.test(text) && text.normalize('NFKC') === text;
}

function isDomain(domain: string, ascii: boolean): boolean {
  if (domain === 'localhost') return true;
  const labels = domain.split('.');
  const top = labels.at(-1);
  // An all-numeric last label looks like an IP address.
  if (labels.length < 2 || top === undefined || digits.test(top)) return false;
  return labels.every((label) => label.length <= limits.domainLabelChars && isLabel(label, ascii));
}

function isLabel(label: string, ascii: boolean): boolean {
  return ascii ? asciiLabel.test(label) : unicodeLabel.test(label) && !label.endsWith('-');
}
