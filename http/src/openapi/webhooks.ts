import type { OpenApiDocument } from './document.ts';
import { problemResponse } from './problems.ts';

/** What providers post (contract §2); it is no operation of the catalog. */
export const webhookPath: OpenApiDocument['paths'] = {
  '/webhooks/{provider}': {
    post: {
      operationId: 'take_webhook',
      tags: ['service'],
      summary:
        'Take what a mail provider tells of mails: deliveries, bounces, complaints, opens and clicks.',
      description: [
        'The body is what the provider sends; it is believed by its signature (Resend, Mailgun) or by the shared password',
        'and the topic (SES by Amazon SNS, Postmark, and mail servers that pass reports of RFC 3464 and RFC 5965 on as smtp).',
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
          description: 'It was taken',
          content: {
            'application/json': {
              schema: { type: 'object', properties: { status: { const: 'taken' } } },
            },
          },
        },
        '401': problemResponse('It is not shown to be from the provider'),
        '404': problemResponse('There is no such provider'),
        '413': problemResponse('The body is too large'),
      },
      security: [],
    },
  },
};
