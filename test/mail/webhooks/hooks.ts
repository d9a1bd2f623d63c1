import { createHmac, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { WebhookRequest } from '@postroad/mail/webhooks/feedback';
import type { WebhookProvider, WebhookSecrets } from '@postroad/mail/webhooks/read-webhook';

export const now = new Date('2026-11-21T10:00:00Z');
export const reference = '42-0123456789abcdef';
export const topicArn = 'arn:aws:sns:eu-west-1:123456789012:mail';

const svixKey = Buffer.alloc(24, 7);

export const secrets: WebhookSecrets = {
  passwords: {
    ses: 'a-long-shared-password',
    postmark: 'a-long-shared-password',
    smtp: 'a-long-shared-password',
  },
  sesTopicArn: topicArn,
  sesCertificates: null,
  resendSecret: `whsec_${svixKey.toString('base64')}`,
  mailgunKey: 'key-of-mailgun-0123456789',
};

function bodyOf(value: unknown): Buffer {
  return Buffer.from(typeof value === 'string' ? value : JSON.stringify(value), 'utf8');
}

export function basic(password: string): { authorization: string } {
  return { authorization: `Basic ${Buffer.from(`postroad:${password}`).toString('base64')}` };
}

/** The envelope in which SNS posts an event of SES. */
export function snsOf(
  event: unknown,
  change: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    Type: 'Notification',
    MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
    TopicArn: topicArn,
    Message: JSON.stringify(event),
    Timestamp: '2026-11-21T10:00:00.000Z',
    SignatureVersion: '1',
    Signature: 'EXAMPLE',
    SigningCertURL: 'https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0.pem',
    ...change,
  };
}

/** A webhook as its provider would send it, signed or with the password. */
export function hook(
  provider: WebhookProvider,
  event: unknown,
  at: Date = now,
  id = randomBytes(8).toString('hex'),
): WebhookRequest {
  const seconds = String(Math.floor(at.getTime() / 1000));
  switch (provider) {
    case 'ses':
      return {
        headers: basic('a-long-shared-password'),
        body: bodyOf(snsOf(event, { MessageId: id, Timestamp: at.toISOString() })),
      };
    case 'resend': {
      const body = bodyOf(event);
      const signature = createHmac('sha256', svixKey)
        .update(`${id}.${seconds}.`)
        .update(body)
        .digest('base64');
      const headers = {
        'svix-id': id,
        'svix-timestamp': seconds,
        'svix-signature': `v1,bm90IHRoaXMgb25l v1,${signature}`,
      };
      return { headers, body };
    }
    case 'mailgun': {
      const signature = createHmac('sha256', secrets.mailgunKey ?? '')
        .update(`${seconds}${id}`)
        .digest('hex');
      const signed = { timestamp: seconds, token: id, signature };
      return { headers: {}, body: bodyOf({ signature: signed, 'event-data': event }) };
    }
    default:
      return { headers: basic('a-long-shared-password'), body: bodyOf(event) };
  }
}

/** A signing key for SNS; openssl made its certificate in `fixtures/`. */
export function signSns(
  envelope: Record<string, unknown>,
  names: readonly string[],
  privateKey: string,
  hash: 'sha1' | 'sha256',
): string {
  const text = names
    .filter((name) => envelope[name] !== undefined)
    .map((name) => `${name}\n${String(envelope[name])}\n`)
    .join('');
  return createSign(hash).update(text, 'utf8').sign(privateKey, 'base64');
}

export function otherKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

const mail = {
  messageId: '0102018f-abcd-000000',
  destination: ['anna@example.com'],
  tags: { postroad_send: [reference] },
};

const at = '2026-11-21T09:59:00.000Z';
const postmark = {
  MessageID: 'pm-1',
  Recipient: 'anna@example.com',
  Metadata: { postroad_send: reference },
};
const resend = { email_id: 're-1', to: ['anna@example.com'], tags: { postroad_send: reference } };
const mailgun = {
  timestamp: Date.parse(at) / 1000,
  recipient: 'anna@example.com',
  'user-variables': { postroad_send: reference },
  message: { headers: { 'message-id': '42.0123456789abcdef@example.com' } },
};

/** Events from the providers' documentation, shortened, with their meaning. */
export const events: readonly (readonly [WebhookProvider, string, object, string | null])[] = [
  ['ses', 'Delivery', { eventType: 'Delivery', mail, delivery: { timestamp: at } }, 'delivered'],
  [
    'ses',
    'a notification by its headers',
    {
      notificationType: 'Delivery',
      mail: {
        ...mail,
        tags: {},
        headers: [{ name: 'Message-ID', value: '<42.0123456789abcdef@example.com>' }],
      },
      delivery: { timestamp: at },
    },
    'delivered',
  ],
  ...(
    [
      ['Permanent', 'hard_bounced'],
      ['Transient', 'soft_bounced'],
      ['Undetermined', 'soft_bounced'],
    ] as const
  ).map(
    ([bounceType, kind]) =>
      [
        'ses',
        `Bounce ${bounceType}`,
        {
          eventType: 'Bounce',
          mail,
          bounce: {
            bounceType,
            timestamp: at,
            bouncedRecipients: [{ emailAddress: 'anna@example.com', status: '5.1.1' }],
          },
        },
        kind,
      ] as const,
  ),
  [
    'ses',
    'Complaint',
    { eventType: 'Complaint', mail, complaint: { timestamp: at } },
    'complained',
  ],
  [
    'ses',
    'not-spam',
    { eventType: 'Complaint', mail, complaint: { complaintFeedbackType: 'not-spam' } },
    null,
  ],
  [
    'ses',
    'Reject',
    {
      eventType: 'Reject',
      mail: { ...mail, timestamp: at },
      reject: { reason: 'Bad content' },
    },
    'soft_bounced',
  ],
  ['ses', 'Open', { eventType: 'Open', mail, open: { timestamp: at, userAgent: 'x' } }, 'opened'],
  [
    'ses',
    'Click',
    { eventType: 'Click', mail, click: { timestamp: at, link: 'https://a' } },
    'clicked',
  ],
  ['ses', 'Send', { eventType: 'Send', mail, send: {} }, null],
  ['postmark', 'Delivery', { RecordType: 'Delivery', ...postmark, DeliveredAt: at }, 'delivered'],
  ...(
    [
      ['HardBounce', 'hard_bounced'],
      ['BadEmailAddress', 'hard_bounced'],
      ['SoftBounce', 'soft_bounced'],
      ['Transient', 'soft_bounced'],
      ['SpamComplaint', 'complained'],
      ['AutoResponder', null],
      ['constructor', null],
    ] as const
  ).map(
    ([Type, kind]) =>
      [
        'postmark',
        `Bounce ${Type}`,
        { RecordType: 'Bounce', ...postmark, Type, Email: 'anna@example.com', BouncedAt: at },
        kind,
      ] as const,
  ),
  [
    'postmark',
    'SpamComplaint',
    { RecordType: 'SpamComplaint', ...postmark, BouncedAt: at },
    'complained',
  ],
  ['postmark', 'Open', { RecordType: 'Open', ...postmark, ReceivedAt: at }, 'opened'],
  ['postmark', 'Click', { RecordType: 'Click', ...postmark, ReceivedAt: at }, 'clicked'],
  ['postmark', 'SubscriptionChange', { RecordType: 'SubscriptionChange', ...postmark }, null],
  ['resend', 'delivered', { type: 'email.delivered', created_at: at, data: resend }, 'delivered'],
  [
    'resend',
    'tags as a list',
    {
      type: 'email.delivered',
      created_at: at,
      data: { ...resend, tags: [{ name: 'postroad_send', value: reference }] },
    },
    'delivered',
  ],
  [
    'resend',
    'failed',
    {
      type: 'email.failed',
      created_at: at,
      data: { ...resend, failed: { reason: 'reached_daily_quota' } },
    },
    'soft_bounced',
  ],
  ['resend', 'bounced', { type: 'email.bounced', created_at: at, data: resend }, 'hard_bounced'],
  [
    'resend',
    'bounced Transient',
    { type: 'email.bounced', created_at: at, data: { ...resend, bounce: { type: 'Transient' } } },
    'soft_bounced',
  ],
  [
    'resend',
    'complained',
    { type: 'email.complained', created_at: at, data: resend },
    'complained',
  ],
  ['resend', 'opened', { type: 'email.opened', created_at: at, data: resend }, 'opened'],
  [
    'resend',
    'clicked',
    { type: 'email.clicked', data: { ...resend, click: { timestamp: at, link: 'https://a' } } },
    'clicked',
  ],
  ['resend', 'sent', { type: 'email.sent', created_at: at, data: resend }, null],
  ['mailgun', 'delivered', { event: 'delivered', ...mailgun }, 'delivered'],
  [
    'mailgun',
    'by its Message-ID',
    { event: 'delivered', ...mailgun, 'user-variables': {} },
    'delivered',
  ],
  [
    'mailgun',
    'bounce',
    { event: 'failed', severity: 'permanent', reason: 'bounce', ...mailgun },
    'hard_bounced',
  ],
  [
    'mailgun',
    'old',
    { event: 'failed', severity: 'permanent', reason: 'old', ...mailgun },
    'soft_bounced',
  ],
  [
    'mailgun',
    'suppress-complaint',
    { event: 'failed', severity: 'permanent', reason: 'suppress-complaint', ...mailgun },
    'complained',
  ],
  [
    'mailgun',
    'suppress-unsubscribe',
    { event: 'failed', severity: 'permanent', reason: 'suppress-unsubscribe', ...mailgun },
    null,
  ],
  [
    'mailgun',
    'temporary',
    { event: 'failed', severity: 'temporary', reason: 'generic', ...mailgun },
    'soft_bounced',
  ],
  ['mailgun', 'complained', { event: 'complained', ...mailgun }, 'complained'],
  ['mailgun', 'opened', { event: 'opened', ...mailgun }, 'opened'],
  ['mailgun', 'clicked', { event: 'clicked', ...mailgun, url: 'https://a' }, 'clicked'],
  ['mailgun', 'stored', { event: 'stored', ...mailgun }, null],
];
