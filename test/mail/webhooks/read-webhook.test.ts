import { randomBytes } from 'node:crypto';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import {
  admitsWebhook,
  readWebhook,
  type WebhookProvider,
  webhookProviders,
} from '@postroad/mail/webhooks/read-webhook';
import { readReport } from '@postroad/mail/webhooks/report-message';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';
import { certificate, privateKey } from '../certificate.ts';
import { basic, events, hook, now, otherKey, reference, secrets, signSns, snsOf } from './hooks.ts';
import { abuseReport, statusReport } from './reports.ts';

const none = {
  passwords: { ses: null, postmark: null, smtp: null },
  sesTopicArn: null,
  sesCertificates: null,
  resendSecret: null,
  mailgunKey: null,
};

it.each(events)('reads of %s: %s', (provider, _name, event, kind) => {
  const reading = readWebhook(provider, hook(provider, event), secrets, now);
  if (reading.kind !== 'read') throw new Error('It was rejected.');
  expect(reading.key).not.toBe('');
  if (kind === null) {
    expect(reading.feedback).toEqual([]);
    return;
  }
  expect(reading.feedback).toEqual([
    expect.objectContaining({
      kind,
      send: { sendId: 42, mark: '0123456789abcdef' },
      address: 'anna@example.com',
      at: new Date('2026-11-21T09:59:00Z'),
    }),
  ]);
});

const delivered: Record<WebhookProvider, unknown> = {
  ses: events.find(([provider]) => provider === 'ses')?.[2],
  postmark: events.find(([provider]) => provider === 'postmark')?.[2],
  resend: events.find(([provider]) => provider === 'resend')?.[2],
  mailgun: events.find(([provider]) => provider === 'mailgun')?.[2],
  smtp: statusReport().toString('latin1'),
};

/** Changes one part of the sender's proof. */
function forge(provider: WebhookProvider, request: WebhookRequest, how: number): WebhookRequest {
  const { headers, body } = request;
  const text = body.toString('latin1');
  const other = randomBytes(16).toString('hex');
  const flipped = Buffer.from(body);
  const at = how % flipped.length;
  flipped[at] = (flipped[at] ?? 0) ^ (1 << (how % 8));
  switch (provider) {
    case 'resend': {
      const changes = [
        { headers, body: flipped },
        { headers: { ...headers, 'svix-id': other }, body },
        { headers: { ...headers, 'svix-timestamp': String(how) }, body },
        { headers: { ...headers, 'svix-signature': `v1,${other}` }, body },
        { headers: { ...headers, 'svix-signature': '' }, body },
        { headers: { ...headers, 'svix-signature': undefined }, body },
        { headers: {}, body },
      ];
      return changes[how % changes.length] ?? request;
    }
    case 'mailgun': {
      const { signature, ...rest } = JSON.parse(text) as { signature: Record<string, unknown> };
      const changes: unknown[] = [
        { token: other },
        { timestamp: String(now.getTime() / 1000 - 1 - (how % 100)) },
        { signature: other.repeat(2) },
        { signature: null },
        { signature: [signature.signature] },
        { token: { toString: 1 } },
      ];
      const change = changes[how % changes.length] as object;
      return {
        headers,
        body: Buffer.from(JSON.stringify({ signature: { ...signature, ...change }, ...rest })),
      };
    }
    default: {
      const changes = [
        { headers: {}, body },
        { headers: basic(other), body },
        { headers: basic(`${secrets.passwords.ses} `), body },
        { headers: basic((secrets.passwords.ses ?? '').slice(0, how % 20)), body },
        { headers: { authorization: `Bearer ${secrets.passwords.ses}` }, body },
        { headers: { authorization: secrets.passwords.ses ?? '' }, body },
        { headers: { authorization: ['Basic x', 'Basic y'] }, body },
      ];
      return changes[how % changes.length] ?? request;
    }
  }
}

describe.each(webhookProviders)('%s', (provider) => {
  it('is accepted unchanged, and the same delivery has the same key', () => {
    const request = hook(provider, delivered[provider]);
    const [first, again] = [0, 1].map(() => readWebhook(provider, request, secrets, now));
    expect(first).toMatchObject({ kind: 'read', feedback: [{ kind: expect.any(String) }] });
    expect(again).toEqual(first);
  });

  it('is rejected without the secret in the environment', () => {
    const request = hook(provider, delivered[provider]);
    expect(readWebhook(provider, request, none, now)).toEqual({ kind: 'forged' });
  });

  it('rejects 1,000 forgeries', () => {
    const request = hook(provider, delivered[provider]);
    fc.assert(
      fc.property(fc.nat(), (how) => {
        const reading = readWebhook(provider, forge(provider, request, how), secrets, now);
        expect(reading).toEqual({ kind: 'forged' });
      }),
      { numRuns: runs(1_000) },
    );
  });

  it('survives anything, signed and not', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.uint8Array({ maxLength: 300 }), (value, bytes) => {
        const signed = readWebhook(provider, hook(provider, value), secrets, now);
        if (provider === 'smtp') expect(signed).toMatchObject({ kind: 'read', feedback: [] });
        readWebhook(provider, { headers: {}, body: Buffer.from(bytes) }, secrets, now);
      }),
      { numRuns: runs(300) },
    );
  });
});

it.each([
  [-301, false],
  [-299, true],
  [299, true],
  [301, false],
])('believes Resend whose clock differs by %i s: %j', (seconds, wanted) => {
  const at = new Date(now.getTime() + seconds * 1000);
  const reading = readWebhook('resend', hook('resend', delivered.resend, at), secrets, now);
  expect(reading.kind).toBe(wanted ? 'read' : 'forged');
});

it.each([
  [-12 * 3600 - 1, false],
  [-8 * 3600, true],
  [299, true],
  [301, false],
])('believes Mailgun, which tries again for hours, at %i s: %j', (seconds, wanted) => {
  const at = new Date(now.getTime() + seconds * 1000);
  const reading = readWebhook('mailgun', hook('mailgun', delivered.mailgun, at), secrets, now);
  expect(reading.kind).toBe(wanted ? 'read' : 'forged');
});

it('SEC-30 each has a password of its own', () => {
  const own = ['ses', 'postmark', 'smtp'] as const;
  for (const provider of own) {
    const passwords = { ses: null, postmark: null, smtp: null, [provider]: secrets.passwords.ses };
    for (const asked of own) {
      const request = hook(asked, delivered[asked]);
      const { kind } = readWebhook(asked, request, { ...secrets, passwords }, now);
      expect([asked, kind]).toEqual([asked, asked === provider ? 'read' : 'forged']);
      expect(admitsWebhook(asked, request.headers, { ...secrets, passwords })).toBe(
        asked === provider,
      );
    }
  }
});

describe('Amazon SNS', () => {
  const read = (envelope: unknown, certificates: string | null = null) =>
    readWebhook(
      'ses',
      { headers: basic(secrets.passwords.ses ?? ''), body: Buffer.from(JSON.stringify(envelope)) },
      { ...secrets, sesCertificates: certificates },
      now,
    );
  const parts = ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'];

  it.each([
    'arn:aws:sns:eu-west-1:123456789012:other',
    'arn:aws:sns:eu-west-1:999999999999:mail',
    null,
    ['arn:aws:sns:eu-west-1:123456789012:mail'],
  ])('is not believed about the topic %j', (TopicArn) => {
    expect(read(snsOf(delivered.ses, { TopicArn }))).toEqual({ kind: 'forged' });
  });

  it.each([
    ['2026-11-21T08:00:00.000Z', 'read'],
    ['2026-11-21T10:05:00.000Z', 'read'],
    ['2026-11-21T07:59:59.999Z', 'forged'],
    ['2026-11-21T10:05:00.001Z', 'forged'],
    ['yesterday', 'forged'],
    [null, 'forged'],
  ])('SEC-30 is believed for a time, sent at %s: %s', (Timestamp, kind) => {
    expect(read(snsOf(delivered.ses, { Timestamp })).kind).toBe(kind);
  });

  it.each(['sha1', 'sha256'] as const)(
    'is held to its signature where there is a certificate, %s',
    (hash) => {
      const SignatureVersion = hash === 'sha1' ? '1' : '2';
      for (const Subject of [undefined, 'Amazon SES']) {
        const envelope = snsOf(delivered.ses, { SignatureVersion, Subject });
        const Signature = signSns(envelope, parts, privateKey, hash);
        const signed = { ...envelope, Signature };
        expect(read(signed, certificate).kind).toBe('read');
        expect(read(signed, `x\n${certificate}\n${certificate}`).kind).toBe('read');
        expect(read(signed, '-----BEGIN CERTIFICATE-----\nx\n-----END CERTIFICATE-----').kind).toBe(
          'forged',
        );
        for (const change of [
          { Signature: signSns(envelope, parts, otherKey(), hash) },
          { Message: '{}' },
          { Timestamp: '2026-11-21T10:00:01.000Z' },
          { Type: 'UnsubscribeConfirmation' },
          { Type: 'constructor' },
          { Subject: 'Other' },
          { Signature: undefined },
          { SignatureVersion: SignatureVersion === '1' ? '2' : '1' },
        ]) {
          expect(read({ ...signed, ...change }, certificate)).toEqual({ kind: 'forged' });
        }
      }
    },
  );

  it('has its subscription confirmed by an operator, at a URL that is built here', () => {
    const confirm = snsOf(null, {
      Type: 'SubscriptionConfirmation',
      Token: '2336412f37fb687f5d51e6e2425ba1f2',
      SubscribeURL: 'https://evil.example/?Action=ConfirmSubscription',
      UnsubscribeURL: 'http://169.254.169.254/',
    });
    const reading = read(confirm);
    expect(reading).toMatchObject({ kind: 'read', feedback: [] });
    expect(JSON.stringify(reading)).not.toMatch(/evil|169/);
    expect(JSON.stringify(reading)).toContain(
      'https://sns.eu-west-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn%3Aaws%3Asns%3Aeu-west-1%3A123456789012%3Amail&Token=2336412f37fb687f5d51e6e2425ba1f2',
    );
    expect(read({ ...confirm, Token: 'a&b=c' })).toMatchObject({ notice: null });
  });
});

it.each([
  ['Bounce', 'bounce', 'bouncedRecipients', 'hard_bounced'],
  ['Complaint', 'complaint', 'complainedRecipients', 'complained'],
])('MSG-10 a %s of Amazon SES is about every recipient that it names', (...named) => {
  const [eventType, of, list, kind] = named;
  const mail = {
    destination: ['anna@example.com', 'boss@example.com', 'bea@example.com'],
    tags: { postroad_send: [reference] },
  };
  const recipients = ['boss', 'bea'].map((who) => ({ emailAddress: `${who}@example.com` }));
  const event = { eventType, mail, [of]: { bounceType: 'Permanent', [list]: recipients } };
  const reading = readWebhook('ses', hook('ses', event), secrets, now);
  const feedback = reading.kind === 'read' ? reading.feedback : [];
  expect(feedback.map((one) => [one.kind, one.address])).toEqual([
    [kind, 'boss@example.com'],
    [kind, 'bea@example.com'],
  ]);
});

describe('reports of mail servers', () => {
  const ours = { sendId: 42, mark: '0123456789abcdef' };

  it.each([
    [{}, 'hard_bounced'],
    [{ status: '5.1.10' }, 'hard_bounced'],
    [{ status: '5.2.1' }, 'hard_bounced'],
    [{ status: '5.2.2' }, 'soft_bounced'],
    [{ status: '5.7.1' }, 'soft_bounced'],
    [{ status: '5.1.0' }, 'soft_bounced'],
    [{ status: '5.1.8' }, 'soft_bounced'],
    [{ status: '4.4.1' }, 'soft_bounced'],
    [{ status: 'garbage' }, 'soft_bounced'],
    [{ action: 'delivered', status: '2.0.0' }, 'delivered'],
    [{ action: 'delayed', status: '4.4.1' }, null],
    [{ action: 'relayed', status: '2.0.0' }, null],
  ])('reads the delivery status %j as %j', (fields, kind) => {
    const read = readReport(statusReport(fields));
    if (kind === null) expect(read).toEqual([]);
    else expect(read).toMatchObject([{ kind, send: ours, address: 'anna@example.com' }]);
  });

  it.each([
    ['abuse', 'complained'],
    ['fraud', 'complained'],
    ['not-spam', null],
  ])('reads the abuse report %j as %j', (type, kind) => {
    const read = readReport(abuseReport(type));
    if (kind === null) expect(read).toEqual([]);
    else expect(read).toMatchObject([{ kind, send: ours, address: 'anna@example.com' }]);
  });

  it('MSG-10 name the recipient, also in angle brackets', () => {
    const text = statusReport().toString('latin1');
    const bracketed = text.replaceAll(/(?<=rfc822; ?)anna@example\.com/g, '<anna@example.com>');
    expect(bracketed).not.toBe(text);
    expect(readReport(Buffer.from(bracketed, 'latin1'))).toMatchObject([
      { kind: 'hard_bounced', address: 'anna@example.com' },
    ]);
  });

  it('find no mail for a foreign Message-ID', () => {
    for (const messageId of ['<x@example.com>', '<42@example.com>', '<42.0123@example.com>', '']) {
      expect(readReport(statusReport({ messageId }))).toMatchObject([{ send: null }]);
    }
  });

  it('terminates on any input, however it is cut or changed', () => {
    const text = statusReport().toString('latin1');
    fc.assert(
      fc.property(fc.nat(text.length), fc.nat(text.length), fc.string(), (from, to, put) => {
        readReport(Buffer.from(text.slice(0, from) + put + text.slice(to), 'latin1'));
      }),
      { numRuns: runs(500) },
    );
    for (const bomb of [
      '--a\r\n'.repeat(100_000),
      'Content-Type: multipart/mixed; boundary=a\r\n\r\n--a\r\n'.repeat(10_000),
      ';a="'.repeat(200_000),
      '=?a?b?'.repeat(200_000),
      ' '.repeat(1_000_000),
      '\r\n\r\n'.repeat(250_000),
    ]) {
      const head = 'Content-Type: multipart/report; boundary=a\r\n\r\n';
      readReport(Buffer.from(head + bomb, 'latin1'));
      readReport(Buffer.from(`Content-Type: multipart/report${bomb}`, 'latin1'));
      readReport(Buffer.from(text.replace('Action: failed', bomb), 'latin1'));
    }
  });
});
