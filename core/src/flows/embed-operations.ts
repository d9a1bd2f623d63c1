import { z } from 'zod';
import { tokenShape } from '../account/token-operations.ts';
import { limits } from '../platform/limits.ts';
import { defineOperation } from '../platform/operations/operation.ts';
import { keyOrId, name, origin, timeBound } from '../platform/operations/shapes.ts';

const site = origin('sites takes origins such as https://wiki.example.com, without a path.');

export const embedOperations = {
  embed_flow: defineOperation({
    noun: 'flows',
    verb: 'embed',
    summary: 'Create a token that shows one flow with its live counts on pages of other sites.',
    method: 'POST',
    path: '/flows/:flow_key/embed',
    safety: 'add',
    scope: 'admin',
    changes: 'tokens',
    status: 201,
    input: z.strictObject({
      flow_key: keyOrId,
      name: name.optional().describe('Of the token; the name of the flow when left out'),
      sites: z
        .array(site)
        .max(limits.tokenSites)
        .optional()
        .describe('Origins whose pages may show it; any when left out'),
      expires_at: timeBound('expires_at')
        .optional()
        .describe(`In ${limits.embedMs / 86_400_000} days, when left out`),
    }),
    secrets: ['url', 'html'],
    output: z.strictObject({
      token: tokenShape,
      url: z
        .string()
        .describe('Of the drawing, for a frame; answered this once, empty in a dry run'),
      html: z.string().describe('What a page needs to show it; empty in a dry run'),
    }),
  }),
};
