import { buildMessage } from '@postroad/mail/message/mime';
import { signAwsRequest } from '@postroad/mail/providers/aws-signature';
import type { OutgoingMessage } from '@postroad/mail/providers/provider';
import { afterEach, expect, it } from 'vitest';
import { apiCases, canary } from './api-providers.ts';
import { type ReceivedRequest, startApiServer } from './api-server.ts';
import { messageParts, outgoing } from './messages.ts';

const closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const data = buildMessage(
  messageParts({
    from: '"Smith, \\"J\\" Jörg" <hello@example.com>',
    subject: `Grüße, Anna ${'ö'.repeat(100)}`,
    messageId: '<7.0123456789abcdef@example.com>',
    headers: [['List-Unsubscribe', '<https://mail.example.com/u/abc>']],
  }),
);
const reference = '7-0123456789abcdef';

async function requestOf(
  name: string,
  message = data,
  envelope: Partial<OutgoingMessage> = {},
): Promise<ReceivedRequest> {
  const api = apiCases.find((known) => known.name === name);
  if (api === undefined) throw new Error(`There is no provider ${name}.`);
  const server = await startApiServer(api.accepted);
  const provider = api.create({ endpoint: server.endpoint });
  closing.push(
    () => server.close(),
    () => provider.close(),
  );
  await provider.send(outgoing({ sendId: 7, data: message, ...envelope }));
  const [request] = server.requests;
  if (request === undefined) throw new Error('There was no request.');
  return request;
}

it('sends SES the raw message, signed', async () => {
  const { method, path, headers, body } = await requestOf('ses');
  expect([method, path]).toEqual(['POST', '/v2/email/outbound-emails']);
  expect(JSON.parse(body.toString('utf8'))).toEqual({
    FromEmailAddress: 'hello@example.com',
    Destination: { ToAddresses: ['anna@example.com'] },
    Content: { Raw: { Data: data.toString('base64') } },
    EmailTags: [{ Name: 'postroad_send', Value: reference }],
    ConfigurationSetName: 'postroad',
  });
  expect(headers.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=AKIA\w+\/\d{8}\/eu-west-1\/ses\/aws4_request, SignedHeaders=content-type;host;x-amz-date;x-amz-security-token, Signature=[0-9a-f]{64}$/,
  );
});

it.each([
  ['GET', {}, '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
  ['POST', {}, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
  [
    'POST',
    { 'content-type': 'application/x-www-form-urlencoded' },
    'Param1=value1',
    'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
  ],
])("signs %s %j %j as in AWS's own test suite", (method, headers, body, signature) => {
  const signed = signAwsRequest(
    {
      method,
      url: new URL('https://example.amazonaws.com/'),
      region: 'us-east-1',
      service: 'service',
      headers: headers as Record<string, string>,
      body,
    },
    {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
      sessionToken: null,
    },
    new Date('2015-08-30T12:36:00Z'),
  );
  expect(signed.authorization).toMatch(new RegExp(`Signature=${signature}$`));
});

it('sends Postmark the fields of the message', async () => {
  const { method, path, headers, body } = await requestOf('postmark');
  expect([method, path]).toEqual(['POST', '/email']);
  expect(headers['x-postmark-server-token']).toBe(canary);
  expect(JSON.parse(body.toString('utf8'))).toEqual({
    From: '"Smith, \\"J\\" Jörg" <hello@example.com>',
    To: 'anna@example.com',
    Subject: `Grüße, Anna ${'ö'.repeat(100)}`,
    HtmlBody: '<p>Hello Anna,</p>\r\n<p>welcome.</p>\r\n',
    TextBody: 'Hello Anna,\r\n\r\nwelcome.\r\n',
    Headers: [
      { Name: 'Message-ID', Value: '<7.0123456789abcdef@example.com>' },
      { Name: 'X-PM-KeepID', Value: 'true' },
      { Name: 'List-Unsubscribe', Value: '<https://mail.example.com/u/abc>' },
    ],
    TrackOpens: false,
    TrackLinks: 'None',
    Metadata: { postroad_send: reference },
    MessageStream: 'outbound',
  });
});

it('sends Resend the fields of the message and a key for this mail', async () => {
  const { method, path, headers, body } = await requestOf('resend');
  expect([method, path]).toEqual(['POST', '/emails']);
  expect(headers.authorization).toBe(`Bearer re_${canary}`);
  expect(headers['idempotency-key']).toBe(`postroad-${reference}`);
  expect(JSON.parse(body.toString('utf8'))).toMatchObject({
    from: '"Smith, \\"J\\" Jörg" <hello@example.com>',
    to: ['anna@example.com'],
    headers: {
      'Message-ID': '<7.0123456789abcdef@example.com>',
      'List-Unsubscribe': '<https://mail.example.com/u/abc>',
    },
    tags: [{ name: 'postroad_send', value: reference }],
  });
});

it.each([
  ['postmark', 'ReplyTo'],
  ['resend', 'reply_to'],
])('MSG-05 tells %s where answers go, in the field that it has for that', async (name, field) => {
  const encoded = `=?UTF-8?B?${Buffer.from('Käse, "Shop"').toString('base64')}?=`;
  const list = 'a@example.com, B <b@example.com>';
  for (const [written, wanted] of [
    [`${encoded} <help@example.com>`, '"Käse, \\"Shop\\"" <help@example.com>'],
    ['help@example.com', 'help@example.com'],
    [list, list],
  ]) {
    const message = Buffer.from(`Reply-To: ${written}\r\n${data.toString('latin1')}`, 'latin1');
    const { body } = await requestOf(name, message);
    const fields = JSON.parse(body.toString('utf8'));
    expect(fields[field]).toBe(wanted);
    expect(JSON.stringify(fields)).not.toContain('Reply-To');
  }
});

it.each(apiCases.map(({ name }) => name))('SAFE-32 gives %s domains in A-labels', async (name) => {
  const addresses = { to: 'anna@bücher.example', cc: ['cc@bücher.example'] };
  const { body } = await requestOf(name, data, { ...addresses, from: 'x@bücher.example' });
  const text = body.toString('utf8');
  expect(text).toContain('anna@xn--bcher-kva.example');
  expect(text).toContain('cc@xn--bcher-kva.example');
  expect(text).not.toContain('bücher');
});

it('sends Mailgun the raw message as a form', async () => {
  const { method, path, headers, body } = await requestOf('mailgun');
  expect([method, path]).toEqual(['POST', '/v3/mg.example.com/messages.mime']);
  expect(headers.authorization).toBe(
    `Basic ${Buffer.from(`api:key-${canary}`).toString('base64')}`,
  );
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData();
  expect(form.get('to')).toBe('anna@example.com');
  expect(form.get('v:postroad_send')).toBe(reference);
  expect(form.get('o:tracking')).toBe('no');
  const file = form.get('message');
  if (!(file instanceof Blob)) throw new Error('The message is not a file.');
  expect(Buffer.from(await file.arrayBuffer()).equals(data)).toBe(true);
});
