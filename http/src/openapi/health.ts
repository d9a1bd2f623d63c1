import type { OpenApiDocument, OpenApiOperation } from './document.ts';
import { problemResponse } from './problems.ts';

function open(
  operationId: string,
  summary: string,
  type: string,
  schema: object,
  more: Record<string, object> = {},
): { get: OpenApiOperation } {
  return {
    get: {
      operationId,
      tags: ['service'],
      summary,
      security: [],
      parameters: [],
      responses: { '200': { description: 'Done', content: { [type]: { schema } } }, ...more },
    },
  };
}

function statusSchema(value: string): object {
  return {
    type: 'object',
    properties: { status: { const: value } },
    required: ['status'],
    additionalProperties: false,
  };
}

const startNames = ['name', 'version', 'api', 'openapi', 'docs', 'console', 'health'];

const startSchema = {
  type: 'object',
  properties: Object.fromEntries(startNames.map((name) => [name, { type: 'string' }])),
  required: startNames,
  additionalProperties: false,
};

const readySchema = {
  oneOf: [
    statusSchema('ready'),
    {
      type: 'object',
      properties: {
        status: { const: 'degraded' },
        reasons: { type: 'array', items: { type: 'string' } },
      },
      required: ['status', 'reasons'],
      additionalProperties: false,
    },
  ],
};

/** The paths that need no token (contract §1, Health). */
export const healthPaths: OpenApiDocument['paths'] = {
  '/': open(
    'start',
    'Where everything is, for a program; the console, for a browser.',
    'application/json',
    startSchema,
  ),
  '/healthz': open(
    'healthz',
    'The process is up, and so is the embedded database, where it has one.',
    'application/json',
    statusSchema('ok'),
    { '503': problemResponse('The embedded database has stopped; see detail') },
  ),
  '/readyz': open(
    'readyz',
    'The database can be reached, takes writes and is migrated. If work is late, or the read replica cannot be used, the answer is degraded, which still means ready: all servers share the work, so all would be late.',
    'application/json',
    readySchema,
    { '503': problemResponse('Not ready; see reasons') },
  ),
  '/metrics': open('metrics', 'Metrics for Prometheus.', 'text/plain', { type: 'string' }),
  '/openapi.json': open('openapi', 'This document.', 'application/json', { type: 'object' }),
  '/docs': open('docs', 'This document as a page.', 'text/html', { type: 'string' }),
  '/docs/problems': open(
    'problems',
    'The codes of problems and issues, each with what to do; type of a problem leads here.',
    'text/html',
    { type: 'string' },
  ),
};
