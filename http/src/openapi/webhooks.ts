import type { OpenApiDocument } from './document.ts';
import { problemResponse } from './problems.ts';

/** The webhooks of mail providers (contract §2); they are not operations of the catalog. */
export const webhookPath: OpenApiDocument['paths'] = {
  '/webhooks/{provider}': {
    post: {
      operationId: 'take_webhook',
      tags: ['service'],
      summary:
        'Receive the webhooks of a mail provider: deliveries, bounces, complaints, opens and clicks.',
      description: [
        'The body is what the provider sends. Its sender is verified by the signature (Resend, Mailgun) or by the shared password',
        'and the topic (SES by Amazon SNS, Postmark, and mail servers that forward reports of RFC 3464 and RFC 5965, as smtp).',
        'The same delivery counts once.',
      ].join(' '),
      parameters: [
        {
          name: 'provider',
          in: 'path',
          required: true,
          schema: { enum: ['ses', 'postmark', 'resend', 'mailgun', 'smtp'] },
        },
      ],
      responses: {
        '200': {
          description: 'It was accepted',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { status: { const: 'taken' } } },
            },
          },
        },
        '401': problemResponse('The sender could not be verified'),
        '404': problemResponse('There is no such provider'),
        '413': problemResponse('The body is too large'),
      },
      security: [],
    },
  },
};
