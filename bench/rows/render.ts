import type { MailTracking } from '@postroad/core/content/liquid/tracking-tags';
import { prepareTemplate } from '@postroad/core/content/render/template';
import { trackHtml } from '@postroad/core/content/render/tracked-html';
import type { MergeContext } from '@postroad/core/content/text/merge-context';
import { buildMessage } from '@postroad/mail/message/mime';
import { mailTracking } from '@postroad/service/content/mail-tracking';
import { mergeContext } from '@postroad/service/content/merge-context';
import { createPublicToken } from '@postroad/service/content/public-token';
import MailComposer from 'nodemailer/lib/mail-composer';
import { compileMail, eventDetails, mailButton, personRow } from '../mail.ts';
import { alternateMeasured, callMeasured } from '../measure.ts';
import type { BenchContext, Line, Row } from '../row.ts';
import { joinBody, linkTexts, segmentsOf } from '../segments.ts';

const secretKey = Buffer.alloc(32, 7);
const now = new Date('2026-03-01T12:00:00Z');
const base = 'https://mail.example.com';
const from = 'News <news@example.com>';
const profile = {
  name: 'Example',
  timezone: 'UTC',
  default_from_address: from,
  reply_to: null,
  base_url: base,
  preview_person_id: null,
  tracking: true,
};

const compiled = compileMail();
const template = prepareTemplate(compiled);
const people = Array.from({ length: 1000 }, (_, index) => personRow(index + 1));

function contextOf(turn: number, token: string): MergeContext {
  const person = people[turn % people.length] ?? personRow(1);
  const page = `${base}/unsubscribe/${token}`;
  return mergeContext({
    person,
    tags: [],
    event: { name: 'renewed', details: eventDetails },
    profile,
    now,
    unsubscribeUrl: page,
    preferencesUrl: page,
    mailingAddress: '',
  });
}

function tokenOf(turn: number): string {
  const personId = (turn % people.length) + 1;
  return createPublicToken(secretKey, { personId, emailId: 1, sendId: turn + 1 });
}

function headersOf(token: string) {
  return [
    ['List-Unsubscribe', `<${base}/u/${token}>`],
    ['List-Unsubscribe-Post', 'List-Unsubscribe=One-Click'],
  ] as const;
}

function trackingOf(turn: number): MailTracking {
  return mailTracking(secretKey, base, { sendId: turn + 1, linkSet: 1 });
}

/** The work of sending for each mail: tokens, values, both bodies, headers, bytes. */
function ours(turn: number, tracking: MailTracking | null = trackingOf(turn)): Buffer {
  const token = tokenOf(turn);
  const context = contextOf(turn, token);
  const filled = template.fillEncoded(context, tracking);
  return buildMessage({
    from,
    to: context.person.email,
    subject: filled.subject,
    date: now,
    messageId: `<${turn + 1}.0123456789abcdef@example.com>`,
    headers: headersOf(token),
    text: filled.text,
    html: filled.html,
  });
}

const segments = segmentsOf({ ...compiled, html: trackHtml(compiled.html).html });
const values = people.map((_, turn) => ({
  open_url: trackingOf(turn).openUrl,
  click_url: trackingOf(turn).clickUrl,
  tracked_url: trackingOf(turn).linkTo(mailButton.url.replace(/\{\{.*\}\}/, `${turn + 1}`), 0),
  ...contextOf(turn, tokenOf(turn)),
  ...template.fill(contextOf(turn, tokenOf(turn))),
  ...linkTexts,
  email: { subject: template.fill(contextOf(turn, tokenOf(turn))).subject },
}));

/** Only concatenation: values are given, the head is one text. */
function joined(turn: number): Buffer {
  const value = values[turn % values.length];
  if (!value) throw new Error('There are no values.');
  const head = `From: ${from}\r\nTo: ${value.person.email}\r\nSubject: ${value.email.subject}\r\nDate: Sun, 01 Mar 2026 12:00:00 +0000\r\nMessage-ID: <${turn}.0123456789abcdef@example.com>\r\nList-Unsubscribe: <${value.unsubscribe_url}>\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\nMIME-Version: 1.0\r\nContent-Type: multipart/alternative; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n`;
  const middle =
    '\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n';
  const text = joinBody(segments.text, value);
  return Buffer.from(
    `${head}${text}${middle}${joinBody(segments.html, value)}\r\n--b--\r\n`,
    'latin1',
  );
}

/** nodemailer gets both bodies rendered. */
function composed(turn: number): Promise<Buffer> {
  const value = values[turn % values.length];
  if (!value) throw new Error('There are no values.');
  const composer = new MailComposer({
    from,
    to: value.person.email,
    subject: value.email.subject,
    date: now,
    messageId: `<${turn}.0123456789abcdef@example.com>`,
    headers: Object.fromEntries(headersOf('token')),
    text: value.text,
    html: value.html,
  });
  return new Promise((resolve, reject) => {
    composer.compile().build((error, message) => (error ? reject(error) : resolve(message)));
  });
}

function decoded(body: string): string {
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r\n/g, '\n');
}

/** The limit is valid only while it writes exactly the same mail. */
function checkLimit(): void {
  const encoded = template.fillEncoded(contextOf(3, tokenOf(3)), trackingOf(3));
  const value = values[3] ?? {};
  for (const body of ['html', 'text'] as const) {
    if (decoded(joinBody(segments[body], value)) !== decoded(encoded[body])) {
      throw new Error(`The segments of the limit write another ${body} than the service.`);
    }
  }
}

async function run({ roundMs }: BenchContext): Promise<Line[]> {
  checkLimit();
  const measured = await alternateMeasured({
    ours: () => callMeasured((turn) => ours(turn), roundMs),
    untracked: () => callMeasured((turn) => ours(turn, null), roundMs),
    joined: () => callMeasured(joined, roundMs),
    composed: () => callMeasured(composed, roundMs),
  });
  const size = `${(compiled.html.length / 1024).toFixed(1)} KB of HTML`;
  const what = 'Fill one recipient in and build the whole message';
  const untracked = `${Math.round((100 * measured.ours.rate) / measured.untracked.rate)} % of the rate without tracking`;
  return [
    {
      what,
      unit: 'mails',
      ...measured.ours,
      limit: { what: 'joining pre-encoded segments', ...measured.joined },
      goal: 0.12,
      notes: [size, untracked],
    },
    {
      what,
      unit: 'mails',
      ...measured.ours,
      limit: { what: 'nodemailer composing ready bodies', ...measured.composed },
      goal: 6,
      notes: [],
    },
  ];
}

export const row: Row = {
  name: 'render',
  about: 'One recipient into one message, from the stored compile',
  run,
};
