import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { promisify } from 'node:util';
import { limits } from '@postroad/core/platform/limits';
import { type Provider, unreadable } from '../providers/provider.ts';
import type { Streamed } from './attachment.ts';
import { beforeLineEnds } from './line-ends.ts';

/** The key that signs the mail of one domain (RFC 6376). Its public half is published in DNS. */
export interface DkimKey {
  /** `d=`. */
  domain: string;
  /** `s=`: the record is `<selector>._domainkey.<domain>`. */
  selector: string;
  /** RSA of at least 1024 bits (RFC 8301), or Ed25519 (RFC 8463). */
  privateKey: KeyObject;
}

const dnsName =
  /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/**
 * The headers that are signed if the message has them. RFC 8058 §4 requires both unsubscribe
 * headers to be signed; the others are those that a forger would change or add.
 */
const signedHeaders = [
  'from',
  'sender',
  'reply-to',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'feedback-id',
  'precedence',
  'mime-version',
  'content-type',
];

/** Headers that a forger would add. A server on the way may add others that are signed if present. */
const neverAdded: ReadonlySet<string> = new Set(['sender', 'reply-to', 'cc']);

const signAsync = promisify(sign);

/**
 * Reads a private key from PEM; line ends may be written as `\n`. Throws an Error whose message
 * completes "The setting …", begins with a verb and shows no part of the key.
 */
export function readDkimKey(pem: string): KeyObject {
  let key: KeyObject;
  try {
    key = createPrivateKey(pem.replaceAll('\\n', '\n'));
  } catch {
    throw new Error('must be a private key in PEM, with its BEGIN and END lines.');
  }
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType === 'ed25519') return key;
  if (key.asymmetricKeyType === 'rsa' && bits >= limits.dkimRsaBits) return key;
  throw new Error(`must be an RSA key of ${limits.dkimRsaBits} bits or more, or an Ed25519 key.`);
}

/** Whether this is a valid domain for `d=` or selector for `s=`. */
export function isDkimName(value: string): boolean {
  return dnsName.test(value);
}

/**
 * Makes the header DKIM-Signature, with its line end, to be prepended to the message. The message
 * must have CRLF line ends; the files of `rest`, which follow, are read for it. Canonicalization is relaxed/relaxed (RFC 6376 §3.4). RSA is computed
 * off the main thread.
 */
export async function signDkim(
  data: Buffer,
  key: DkimKey,
  now: Date,
  rest?: Streamed,
): Promise<string> {
  const text = data.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  const head = end < 0 ? text.replace(/(?:\r\n)?$/, '\r\n') : text.slice(0, end + 2);
  const body = end < 0 ? '' : text.slice(end + 4);
  const present = headersOf(head);
  const signed = signedHeaders.flatMap((header) => present.get(header)?.map(() => header) ?? []);
  // Each is named once more than the message has it, so that none can be added without breaking the
  // signature (§5.4, §8.15).
  const extra = signedHeaders.filter((header) => present.has(header) || neverAdded.has(header));
  const named = [...signed, ...extra];
  const algorithm = key.privateKey.asymmetricKeyType === 'rsa' ? 'rsa-sha256' : 'ed25519-sha256';
  const bodyHash =
    rest === undefined
      ? createHash('sha256').update(relaxedBody(body), 'latin1').digest('base64')
      : await streamedBodyHash(body, rest);
  const unsigned =
    `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${key.domain};\r\n` +
    ` s=${key.selector}; t=${Math.floor(now.getTime() / 1000)};\r\n` +
    ` h=${foldList(named)};\r\n bh=${bodyHash};\r\n b=`;
  const input = Buffer.from(
    `${signedHeaders.flatMap((name) => present.get(name) ?? []).join('')}${relaxedHeader(unsigned)}`,
    'latin1',
  );
  const signature = await signatureOf(input, key.privateKey);
  return `${unsigned}${signature.match(/.{1,72}/g)?.join('\r\n ') ?? ''}\r\n`;
}

/** Wraps a provider so that it signs every message with DKIM. */
export function withDkim(provider: Provider, key: DkimKey): Provider {
  return {
    name: provider.name,
    deduplicates: provider.deduplicates,
    concurrency: provider.concurrency,
    ...(provider.pace && { pace: provider.pace }),
    async send(message, mayProceed) {
      const header = await signDkim(message.data, key, new Date(), message.rest).catch((error) => {
        if (message.rest === undefined) throw error;
        return null;
      });
      if (header === null) return unreadable;
      const data = Buffer.concat([Buffer.from(header, 'latin1'), message.data]);
      return provider.send({ ...message, data }, mayProceed);
    },
    close: () => provider.close(),
  };
}

/** RFC 8463 §3: Ed25519 signs the hash, RSA the data it hashes itself. */
async function signatureOf(input: Buffer, key: KeyObject): Promise<string> {
  if (key.asymmetricKeyType === 'rsa') {
    return (await signAsync('sha256', input, key)).toString('base64');
  }
  const digest = createHash('sha256').update(input).digest();
  return sign(null, digest, key).toString('base64');
}

/**
 * Canonical headers by name. Of a name that repeats, as it may in mail that was submitted, the last is
 * the first here, as verifiers read from the end (§5.4.2).
 */
function headersOf(head: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const field of head.split(/\r\n(?![ \t])/)) {
    const colon = field.indexOf(':');
    if (colon < 1) continue;
    const name = field.slice(0, colon).trimEnd().toLowerCase();
    found.set(name, [`${relaxedHeader(field)}\r\n`, ...(found.get(name) ?? [])]);
  }
  return found;
}

/** Relaxed header canonicalization (§3.4.2), without the line end. */
function relaxedHeader(field: string): string {
  const colon = field.indexOf(':');
  const value = field
    .slice(colon + 1)
    .replaceAll('\r\n', '')
    .replace(/[ \t]+/g, ' ');
  return `${field.slice(0, colon).trimEnd().toLowerCase()}:${value.replace(/^ | $/g, '')}`;
}

/** Relaxed body canonicalization (§3.4.4). */
function relaxedBody(body: string): string {
  const spaced = body
    .replace(/[ \t]+/g, ' ')
    .replaceAll(' \r\n', '\r\n')
    .replace(/ $/, '');
  const end = beforeLineEnds(spaced);
  return end === 0 ? '' : `${spaced.slice(0, end)}\r\n`;
}

/** The length of a text without any of these characters at its end. */
function before(text: string, characters: string): number {
  let end = text.length;
  while (end > 0 && characters.includes(text.charAt(end - 1))) end -= 1;
  return end;
}

/** The hash of the canonical body, of which a chunk is in memory at a time. */
async function streamedBodyHash(first: string, rest: Streamed): Promise<string> {
  const hash = createHash('sha256');
  let held = '';
  let emptyLines = 0;
  let isEmpty = true;
  /** Takes text that is not followed by a part of a run of spaces and line ends. */
  const take = (text: string) => {
    const spaced = text.replace(/[ \t]+/g, ' ').replaceAll(' \r\n', '\r\n');
    const end = beforeLineEnds(spaced);
    const content = spaced.slice(0, end);
    if (content !== '') {
      hash.update('\r\n'.repeat(emptyLines), 'latin1').update(content, 'latin1');
      emptyLines = 0;
      isEmpty = false;
    }
    emptyLines += (spaced.length - end) / 2;
  };
  const add = (chunk: string) => {
    const text = held + chunk;
    const run = before(text, ' \t\r');
    take(text.slice(0, run));
    // Spaces count as one, so that a run of any length stays short.
    held = text.slice(run).replace(/[ \t]+/g, ' ');
  };
  add(first);
  for await (const chunk of rest.read()) add(Buffer.from(chunk).toString('latin1'));
  take(held.slice(0, before(held, ' \t')));
  if (!isEmpty) hash.update('\r\n', 'latin1');
  return hash.digest('base64');
}

function foldList(names: readonly string[]): string {
  let text = '';
  let column = 3;
  for (const [index, header] of names.entries()) {
    const piece = index === 0 ? header : `:${header}`;
    if (column + piece.length > limits.encodedLineOctets) {
      text += '\r\n ';
      column = 1;
    }
    text += piece;
    column += piece.length;
  }
  return text;
}
