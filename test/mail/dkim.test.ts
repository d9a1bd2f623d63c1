import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import {
  type DkimKey,
  isDkimName,
  readDkimKey,
  signDkim,
  withDkim,
} from '@postroad/mail/message/dkim';
import { buildMessage } from '@postroad/mail/message/mime';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';
import { publicKeyOf, verifyDkim } from './dkim-verifier.ts';
import { messageParts, outgoing } from './messages.ts';

const now = new Date('2026-11-21T10:00:00Z');

/** RFC 8463 Appendix A. */
const published: Record<string, KeyObject> = {
  'brisbane._domainkey.football.example.com': publicKeyOf(
    'ed25519',
    '11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=',
  ),
  'test._domainkey.football.example.com': publicKeyOf(
    'rsa',
    'MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB',
  ),
};
const example = {
  ed25519: `DKIM-Signature: v=1; a=ed25519-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=brisbane; t=1528637909; h=from : to :
 subject : date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=/gCrinpcQOoIfuHNQIbq4pgh9kyIK3AQUdt9OdqQehSwhEIug4D11Bus
 Fa3bT3FY5OsU7ZbnKELq+eXdp1Q1Dw==`,
  rsa: `DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/relaxed;
 d=football.example.com; i=@football.example.com;
 q=dns/txt; s=test; t=1528637909; h=from : to : subject :
 date : message-id : from : subject : date;
 bh=2jUSOH9NhtVGCQWNr9BrIAPreKQjO6Sn7XIkfJVOzv8=;
 b=F45dVWDfMbQDGHJFlXUNB2HKfbCeLRyhDXgFpEL8GwpsRe0IeIixNTe3
 DhCVlUrSjV4BwcVcOF6+FF3Zo9Rpo1tFOeS9mPYQTnGdaSGsgeefOsk2Jz
 dA+L10TeYt9BgDfQNZtKdN1WO//KgIqXP7OdEFE4LjFYNcUxZQ4FADY+8=`,
};
const exampleMessage = `From: Joe SixPack <joe@football.example.com>
To: Suzie Q <suzie@shopping.example.net>
Subject: Is dinner ready?
Date: Fri, 11 Jul 2003 21:00:37 -0700 (PDT)
Message-ID: <20030712040037.46341.5F8J@football.example.com>

Hi.

We lost the game.  Are you hungry yet?

Joe.
`;

describe('the verifier of these tests', () => {
  it.each(['ed25519', 'rsa'] as const)('accepts the example of RFC 8463, %s', (type) => {
    const message = `${example[type]}\n${exampleMessage}`.replaceAll('\n', '\r\n');
    const keyOf = (record: string) => {
      const key = published[record];
      if (key === undefined) throw new Error(`There is no record ${record}.`);
      return key;
    };
    expect(verifyDkim(message, keyOf)).toBeNull();
    expect(verifyDkim(message.replace('dinner', 'supper'), keyOf)).toBe('signature');
    expect(verifyDkim(message.replace('hungry', 'angry'), keyOf)).toBe('body hash');
  });
});

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ed25519 = generateKeyPairSync('ed25519');
const pairs = { rsa, ed25519 };

function keyOf(pair: { privateKey: KeyObject }): DkimKey {
  return { domain: 'example.com', selector: 'postroad', privateKey: pair.privateKey };
}

const unsubscribe = [
  ['List-Unsubscribe', '<https://mail.example.com/u/abc>'],
  ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
] as const;

describe.each(['rsa', 'ed25519'] as const)('signing with %s', (type) => {
  const pair = pairs[type];

  it('SEC-22 makes valid signatures, which name each header twice, and three though absent', async () => {
    const data = buildMessage(messageParts({ headers: [...unsubscribe] }));
    const signed = `${await signDkim(data, keyOf(pair), now)}${data.toString('latin1')}`;
    const records: string[] = [];
    const lookUp = (record: string) => {
      records.push(record);
      return pair.publicKey;
    };
    expect(verifyDkim(signed, lookUp)).toBeNull();
    expect(records).toEqual(['postroad._domainkey.example.com']);
    const names = /h=([^;]+);/.exec(signed.replace(/\r\n /g, ''))?.[1]?.split(':') ?? [];
    const present = [
      ...['from', 'to', 'subject', 'date', 'message-id', 'list-unsubscribe'],
      ...['list-unsubscribe-post', 'mime-version', 'content-type'],
    ];
    const absent = ['sender', 'reply-to', 'cc'];
    expect(names.toSorted()).toEqual([...present, ...present, ...absent].toSorted());
    const changes: [string, string][] = [
      ['List-Unsubscribe: <https://mail', 'List-Unsubscribe: <https://evil'],
      ['One-Click', 'Two-Click'],
      ['welcome.', 'welcone.'],
      ['MIME-Version', 'From: other@example.org\r\nMIME-Version'],
      ['multipart/alternative', 'multipart/mixed'],
    ];
    for (const [from, to] of changes) {
      expect(signed).toContain(from);
      expect(verifyDkim(signed.replace(from, to), lookUp), from).not.toBeNull();
    }
  });

  it.each(['From', 'To', 'Cc', 'Subject', 'Date', 'Reply-To', 'Sender', 'List-Unsubscribe'])(
    'SEC-22 does not hold for a mail with another %s put in front or behind',
    async (name) => {
      for (const replyTo of [null, 'office@example.com']) {
        const data = buildMessage(messageParts({ headers: [...unsubscribe], replyTo }));
        const signed = `${await signDkim(data, keyOf(pair), now)}${data.toString('latin1')}`;
        const added = `${name}: <https://evil.example.org>`;
        const behind = signed.replace('\r\n\r\n', `\r\n${added}\r\n\r\n`);
        expect(verifyDkim(signed, () => pair.publicKey)).toBeNull();
        expect(verifyDkim(`${added}\r\n${signed}`, () => pair.publicKey)).toBe('signature');
        expect(verifyDkim(behind, () => pair.publicKey)).toBe('signature');
        // What servers on the way add breaks nothing.
        expect(verifyDkim(`Received: from x\r\n${signed}`, () => pair.publicKey)).toBeNull();
      }
    },
  );

  it('SUBM-05 is valid for a mail that has a header several times', async () => {
    const head =
      'To: a@example.com\r\nFrom: x@example.com\r\nTo: b@example.com\r\nCc: c@example.com';
    const data = Buffer.from(`${head}\r\nTo: d@example.com\r\nSubject: x\r\n\r\nHi\r\n`, 'latin1');
    const signed = `${await signDkim(data, keyOf(pair), now)}${data.toString('latin1')}`;
    expect(verifyDkim(signed, () => pair.publicKey)).toBeNull();
    for (const added of ['To: e@example.com\r\n', 'Subject: y\r\n']) {
      expect(verifyDkim(added + signed, () => pair.publicKey)).toBe('signature');
    }
    expect(verifyDkim(signed.replace('a@ex', 'z@ex'), () => pair.publicKey)).toBe('signature');
  });

  it('is valid for any message, and after servers have folded and trimmed it', async () => {
    const texts = fc.string({ unit: fc.constantFrom('a', ' ', '\t', '\r\n', '=', 'é', '.') });
    await fc.assert(
      fc.asyncProperty(texts, texts, async (text, html) => {
        const parts = messageParts({ text, html, headers: [...unsubscribe] });
        const data = buildMessage(parts);
        const header = await signDkim(data, keyOf(pair), now);
        for (const line of header.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
        const signed = `${header}${data.toString('latin1')}`;
        expect(verifyDkim(signed, () => pair.publicKey)).toBeNull();
        const travelled = `${signed.replace('Subject: ', 'SUBJECT:   ').replace(' <https', '\r\n\t<https')}\r\n\r\n`;
        expect(verifyDkim(travelled, () => pair.publicKey)).toBeNull();
      }),
      { numRuns: runs(type === 'rsa' ? 50 : 200) },
    );
  });

  it.each(['', '\r\n', '\r\n\r\n', ' \r\n\t\r\n', 'no end', 'end \t', 'a  b\t c \r\n\r\n'])(
    'holds for the body %j',
    async (body) => {
      const data = Buffer.from(`From: a@example.com\r\nSubject: x\r\n\r\n${body}`, 'latin1');
      const signed = `${await signDkim(data, keyOf(pair), now)}${data.toString('latin1')}`;
      expect(verifyDkim(signed, () => pair.publicKey)).toBeNull();
    },
  );
});

it('prepends the signature to the message for a provider, and changes nothing else', async () => {
  const sent: OutgoingMessage[] = [];
  const provider = withDkim(
    {
      ...{ name: 'null', deduplicates: true, concurrency: 3 },
      send: async (message) => {
        sent.push(message);
        return { kind: 'accepted', providerId: 'x' };
      },
      close: async () => undefined,
    },
    keyOf(ed25519),
  );
  const message = outgoing();
  expect(provider).toMatchObject({ name: 'null', deduplicates: true, concurrency: 3 });
  expect(await provider.send(message)).toEqual({ kind: 'accepted', providerId: 'x' });
  expect(sent[0]).toMatchObject({ sendId: message.sendId, from: message.from, to: message.to });
  const text = sent[0]?.data.toString('latin1') ?? '';
  expect(text.endsWith(message.data.toString('latin1'))).toBe(true);
  expect(verifyDkim(text, () => ed25519.publicKey)).toBeNull();
});

it('reads PEM keys with either line end, and quotes nothing of other text', () => {
  const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const old = rsa.privateKey.export({ type: 'pkcs1', format: 'pem' }).toString();
  for (const text of [pem, old, pem.replaceAll('\n', '\\n')]) {
    expect(readDkimKey(text).equals(rsa.privateKey)).toBe(true);
  }
  for (const text of ['', 'secret-word', pem.slice(0, 200), `${pem.slice(0, 100)}secret-word`]) {
    expect(() => readDkimKey(text)).toThrow(/^must be a private key in PEM/);
  }
});

it.each([
  ['example.com', true],
  ['k1', true],
  ['a.b-c.d', true],
  ['', false],
  ['a..b', false],
  ['-a', false],
  ['a; t=y', false],
  ['a\r\nb', false],
  [`${'a'.repeat(64)}`, false],
  [`${'a.'.repeat(126)}a`, true],
  [`${'a.'.repeat(127)}a`, false],
])('takes %j for a name in DNS: %j', (value, wanted) => {
  expect(isDkimName(value)).toBe(wanted);
});
