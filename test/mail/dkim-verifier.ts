import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';

/**
 * A verifier of DKIM signatures for tests, written from RFC 6376 §6 and RFC 8463 independently of
 * the signer, line by line and without its regular expressions. The example of RFC 8463 checks it
 * against the standard. Returns a description of the fault, or null.
 */
export function verifyDkim(message: string, keyOf: (record: string) => KeyObject): string | null {
  const split = message.indexOf('\r\n\r\n');
  const fields = fieldsOf(message.slice(0, split));
  const at = fields.findIndex(({ name }) => name === 'dkim-signature');
  const field = fields[at];
  if (field === undefined) return 'no signature';
  const tags = tagsOf(field.raw.slice(field.raw.indexOf(':') + 1));
  if (tags.get('v') !== '1') return 'version';
  const [headerForm = 'simple', bodyForm = 'simple'] = (tags.get('c') ?? '').split('/');
  const body = canonicalBody(message.slice(split + 4), bodyForm);
  const bodyHash = createHash('sha256').update(body, 'latin1').digest('base64');
  if (bodyHash !== tags.get('bh')) return 'body hash';
  const left = fields.filter((_, index) => index !== at);
  let input = '';
  for (const wanted of (tags.get('h') ?? '').split(':')) {
    const index = left.findLastIndex(({ name }) => name === wanted.trim().toLowerCase());
    if (index < 0) continue;
    input += `${canonicalField(left[index]?.raw ?? '', headerForm)}\r\n`;
    left.splice(index, 1);
  }
  const emptied = field.raw.replace(/([;\s]b=)[A-Za-z0-9+/=\s]*/, '$1');
  input += canonicalField(emptied, headerForm);
  const signature = Buffer.from(tags.get('b') ?? '', 'base64');
  const key = keyOf(`${tags.get('s')}._domainkey.${tags.get('d')}`);
  const data = Buffer.from(input, 'latin1');
  const good =
    tags.get('a') === 'ed25519-sha256'
      ? verify(null, createHash('sha256').update(data).digest(), key, signature)
      : verify('sha256', data, key, signature);
  return good ? null : 'signature';
}

/** `p=` of a key record; RFC 8463 §4.2 writes 32 bare octets for Ed25519. */
export function publicKeyOf(type: 'rsa' | 'ed25519', p: string): KeyObject {
  if (type === 'rsa') {
    return createPublicKey({ key: Buffer.from(p, 'base64'), format: 'der', type: 'spki' });
  }
  const x = Buffer.from(p, 'base64').toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
}

function fieldsOf(head: string): { name: string; raw: string }[] {
  const fields: { name: string; raw: string }[] = [];
  for (const line of head.split('\r\n')) {
    const last = fields.at(-1);
    if (last !== undefined && (line.startsWith(' ') || line.startsWith('\t'))) {
      last.raw += `\r\n${line}`;
    } else {
      fields.push({ name: (line.split(':')[0] ?? '').trim().toLowerCase(), raw: line });
    }
  }
  return fields;
}

function tagsOf(value: string): Map<string, string> {
  const tags = new Map<string, string>();
  for (const part of value.split(';')) {
    const equals = part.indexOf('=');
    if (equals < 0) continue;
    tags.set(part.slice(0, equals).trim(), part.slice(equals + 1).replace(/\s+/g, ''));
  }
  return tags;
}

function canonicalField(raw: string, form: string): string {
  if (form === 'simple') return raw;
  const colon = raw.indexOf(':');
  const words = raw.slice(colon + 1).split(/[ \t\r\n]+/);
  return `${raw.slice(0, colon).trim().toLowerCase()}:${words.filter((word) => word !== '').join(' ')}`;
}

function canonicalBody(body: string, form: string): string {
  let lines = body.split('\r\n');
  if (form === 'relaxed') {
    lines = lines.map((line) => {
      const words = line.split(/[ \t]+/);
      if (words.at(-1) === '') words.pop();
      return words.join(' ');
    });
  }
  while (lines.at(-1) === '') lines.pop();
  if (lines.length === 0) return form === 'relaxed' ? '' : '\r\n';
  return `${lines.join('\r\n')}\r\n`;
}
