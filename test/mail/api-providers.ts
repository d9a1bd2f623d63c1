import type { ApiOptions } from '@postroad/mail/providers/api-provider';
import { createMailgun } from '@postroad/mail/providers/mailgun';
import { createPostmark } from '@postroad/mail/providers/postmark';
import type { Provider } from '@postroad/mail/providers/provider';
import { createResend } from '@postroad/mail/providers/resend';
import { createSes } from '@postroad/mail/providers/ses';
import type { ApiReply } from './api-server.ts';

/** A word in every secret, so that one search finds any leak. */
export const canary = 'cAnArY0123456789';

export interface ApiCase {
  name: string;
  create(options: ApiOptions): Provider;
  deduplicates: boolean;
  secrets: readonly string[];
  /** Answers from the provider's documentation. */
  accepted: ApiReply;
  providerId: string;
  /** Answers and their outcomes. */
  answers: readonly (readonly [reply: ApiReply, outcome: object])[];
}

const refused = { kind: 'refused', permanent: true };
const closed = { kind: 'unreachable' };
const uncertain = { kind: 'uncertain' };

const awsError = (status: number, type: string, message = 'No.'): ApiReply => ({
  status,
  headers: { 'x-amzn-errortype': `${type}:http://internal.amazon.com/coral/com.amazonaws.ses/` },
  body: { message },
});
const postmarkError = (status: number, ErrorCode: number): ApiReply => ({
  status,
  body: { ErrorCode, Message: `Error ${ErrorCode}.` },
});
const resendError = (statusCode: number, name: string): ApiReply => ({
  status: statusCode,
  body: { statusCode, name, message: 'No.' },
});

export const apiCases: readonly ApiCase[] = [
  {
    name: 'ses',
    secrets: [`AKIA${canary}`, `secret/${canary}`, `session/${canary}`],
    create: (options) =>
      createSes({
        region: 'eu-west-1',
        accessKeyId: `AKIA${canary}`,
        secretAccessKey: `secret/${canary}`,
        sessionToken: `session/${canary}`,
        configurationSet: 'postroad',
        perSecond: null,
        ...options,
      }),
    deduplicates: false,
    accepted: { status: 200, body: { MessageId: '0102018f-abcd-000000' } },
    providerId: '0102018f-abcd-000000',
    answers: [
      [awsError(400, 'MessageRejected', 'Email address is not verified.'), refused],
      [awsError(400, 'BadRequestException'), refused],
      [awsError(400, 'AccountSuspendedException'), closed],
      [awsError(400, 'SendingPausedException'), closed],
      [awsError(400, 'MailFromDomainNotVerifiedException'), closed],
      [awsError(400, 'LimitExceededException'), closed],
      [awsError(404, 'NotFoundException'), closed],
      [awsError(403, 'InvalidSignatureException'), closed],
      [
        { status: 403, body: { __type: 'com.amazon#ExpiredTokenException', Message: 'Old.' } },
        closed,
      ],
      [awsError(500, 'InternalFailure'), uncertain],
    ],
  },
  {
    name: 'postmark',
    secrets: [canary],
    create: (options) => createPostmark({ token: canary, stream: 'outbound', ...options }),
    deduplicates: false,
    accepted: {
      status: 200,
      body: {
        To: 'anna@example.com',
        SubmittedAt: '2026-11-21T10:00:00Z',
        MessageID: '0a129aee-e1cd-480d-b08d-4f48548ff48d',
        ErrorCode: 0,
        Message: 'OK',
      },
    },
    providerId: '0a129aee-e1cd-480d-b08d-4f48548ff48d',
    answers: [
      [postmarkError(422, 300), refused],
      [postmarkError(422, 406), refused],
      [postmarkError(422, 412), closed],
      [postmarkError(422, 405), closed],
      [postmarkError(422, 401), closed],
      [postmarkError(401, 10), closed],
      [postmarkError(200, 300), refused],
      [{ status: 200, body: { MessageID: 'an-id-without-a-code' } }, uncertain],
      [postmarkError(500, 0), uncertain],
    ],
  },
  {
    name: 'resend',
    secrets: [`re_${canary}`],
    create: (options) => createResend({ apiKey: `re_${canary}`, perSecond: null, ...options }),
    deduplicates: true,
    accepted: { status: 200, body: { id: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794' } },
    providerId: '49a3999c-0ce1-4ea6-ab68-afcd6dc2e794',
    answers: [
      [resendError(422, 'validation_error'), refused],
      [resendError(400, 'invalid_idempotency_key'), refused],
      [resendError(401, 'missing_api_key'), closed],
      [resendError(403, 'invalid_api_key'), closed],
      [resendError(409, 'concurrent_idempotent_requests'), uncertain],
      [resendError(409, 'invalid_idempotent_request'), { kind: 'accepted', providerId: null }],
      [resendError(500, 'application_error'), uncertain],
    ],
  },
  {
    name: 'mailgun',
    secrets: [`key-${canary}`, Buffer.from(`api:key-${canary}`).toString('base64')],
    create: (options) =>
      createMailgun({
        apiKey: `key-${canary}`,
        domain: 'mg.example.com',
        region: 'eu',
        ...options,
      }),
    deduplicates: false,
    accepted: {
      status: 200,
      body: { id: '<20261121100000.1.ABC@mg.example.com>', message: 'Queued. Thank you.' },
    },
    providerId: '<20261121100000.1.ABC@mg.example.com>',
    answers: [
      [{ status: 400, body: { message: "'to' parameter is not a valid address." } }, refused],
      [{ status: 401, body: 'Forbidden' }, closed],
      [{ status: 402, body: { message: 'Payment required.' } }, closed],
      [{ status: 404, body: { message: 'Domain not found: mg.example.com' } }, closed],
      [{ status: 500, body: { message: 'Internal Server Error' } }, uncertain],
    ],
  },
];
