import { type OperationName, operationNamed } from '@postroad/core/catalog/catalog';
import { asksSometimes } from '@postroad/core/catalog/confirmed';
import { descriptionInWords, httpWords } from '@postroad/core/catalog/words';
import { limits } from '@postroad/core/platform/limits';
import { type PathAlias, pathAliases, withNames } from '@postroad/core/platform/operations/aliases';
import { scopeNeeded } from '@postroad/core/platform/operations/allowed';
import { isPaged } from '@postroad/core/platform/operations/listing';
import {
  apiPrefix,
  hasBody,
  isWrite,
  type Operation,
  pathParameters,
} from '@postroad/core/platform/operations/operation';
import { takesRevision } from '@postroad/core/platform/operations/revised';
import { z } from 'zod';
import { bodyLimitOf, type SharedRoute, sharedRoutes } from '../api/api-routes.ts';
import type {
  JsonSchema,
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
} from './document.ts';
import { healthPaths } from './health.ts';
import { livePath } from './live.ts';
import { outgoingWebhooks } from './outgoing-webhooks.ts';
import { problemResponses, problemSchema } from './problems.ts';
import { publicPaths } from './public.ts';
import { trackingPaths } from './tracking.ts';
import { webhookPath } from './webhooks.ts';

interface ObjectSchema {
  type: 'object';
  properties: Record<string, JsonSchema>;
  required: string[];
  additionalProperties: boolean;
}

function objectSchema(schema: z.ZodType, io: 'input' | 'output'): ObjectSchema {
  const converted = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return {
    type: 'object',
    properties: (converted.properties ?? {}) as Record<string, JsonSchema>,
    required: converted.required ?? [],
    additionalProperties: false,
  };
}

/** Splits a schema into one with only the named properties and one without them. */
function split(schema: ObjectSchema, names: readonly string[]): [ObjectSchema, ObjectSchema] {
  const part = (keep: (name: string) => boolean): ObjectSchema => ({
    ...schema,
    properties: Object.fromEntries(
      Object.entries(schema.properties).filter(([name]) => keep(name)),
    ),
    required: schema.required.filter(keep),
  });
  return [part((name) => names.includes(name)), part((name) => !names.includes(name))];
}

function parametersOf(schema: ObjectSchema, where: 'path' | 'query'): OpenApiParameter[] {
  return Object.entries(schema.properties).map(([name, property]) => {
    const { description, ...rest } = property;
    return {
      name,
      in: where,
      required: where === 'path' || schema.required.includes(name),
      ...(typeof description === 'string' ? { description } : {}),
      schema: rest,
    };
  });
}

function choice(schemas: readonly ObjectSchema[], keyword: 'oneOf' | 'anyOf'): JsonSchema {
  const [only] = schemas;
  return schemas.length === 1 && only ? { ...only } : { [keyword]: schemas };
}

function inputOf(operation: Operation): { path: ObjectSchema; fields: ObjectSchema } {
  const [path, fields] = split(
    objectSchema(operation.input, 'input'),
    pathParameters(operation.path),
  );
  return { path, fields };
}

function underNames(schema: ObjectSchema, renames: PathAlias['renames']): ObjectSchema {
  const required = schema.required.map((name) => renames[name] ?? name);
  return { ...schema, properties: withNames(schema.properties, renames), required };
}

/** The schema of a successful answer; that of a dry run has one more member (contract §1). */
function answerSchema(operation: Operation, renames: PathAlias['renames']): ObjectSchema {
  const schema = underNames(objectSchema(operation.output, 'output'), renames);
  if (!isWrite(operation)) return schema;
  const dryRun = { const: true, description: 'Present on a dry run: nothing was changed' };
  return { ...schema, properties: { ...schema.properties, dry_run: dryRun } };
}

/** The content of streamed bodies; the operation describes their format. */
function streamContent(types: readonly string[], description: string): Record<string, object> {
  const schema = { type: 'string', description };
  return Object.fromEntries(types.map((type) => [type, { schema }]));
}

/** The fields that an upload leaves to the query. */
function streamParameters(operation: Operation, fields: ObjectSchema): OpenApiParameter[] {
  const { bodyStream } = operation;
  if (!bodyStream) return [];
  const [, others] = split(fields, [bodyStream.argument]);
  return parametersOf(others, 'query').map((parameter) => ({
    ...parameter,
    required: false,
    description: ['If the body is the file itself', parameter.description]
      .filter(Boolean)
      .join(': '),
  }));
}

const isRevisedRead = ({ revised, safety }: Operation) =>
  revised !== undefined && safety === 'read';

function headersOf(answering: readonly Operation[]): object {
  const headers = {
    ...(answering.some(({ revised }) => revised !== undefined)
      ? { ETag: { $ref: '#/components/headers/etag' } }
      : {}),
    ...(answering.some(isWrite)
      ? { 'X-Postroad-Position': { $ref: '#/components/headers/position' } }
      : {}),
    ...(answering.some(isPaged) ? { Link: { $ref: '#/components/headers/link' } } : {}),
  };
  return Object.keys(headers).length === 0 ? {} : { headers };
}

function successesOf(
  operations: readonly Operation[],
  renames: PathAlias['renames'],
): Record<string, unknown> {
  const byStatus = new Map<number, Operation[]>();
  for (const operation of operations) {
    const statuses = typeof operation.status === 'function' ? [200, 201] : [operation.status];
    for (const status of statuses) {
      byStatus.set(status, [...(byStatus.get(status) ?? []), operation]);
    }
  }
  const responses: [string, object][] = [...byStatus].map(([status, answering]) => [
    String(status),
    {
      description: status === 201 ? 'Created' : 'Done',
      ...headersOf(answering),
      content: {
        'application/json': {
          schema: choice(
            answering.map((one) => answerSchema(one, renames)),
            'anyOf',
          ),
        },
        ...streamContent(
          answering
            .flatMap(({ answerStream }) => Object.keys(answerStream?.types ?? {}))
            .filter((type) => type !== 'application/json'),
          'All records, unless the header Accept names application/json',
        ),
      },
    },
  ]);
  if (operations.some(isRevisedRead)) {
    responses.push(['304', { description: 'The record still has the revision in If-None-Match' }]);
  }
  return Object.fromEntries(responses);
}

function bodyOf(names: readonly OperationName[]): OpenApiOperation['requestBody'] {
  const schemas = names.map((name) => inputOf(operationNamed(name)).fields);
  const sizes = [...new Set(names.map(bodyLimitOf))].sort((a, b) => a - b);
  return {
    required: schemas.every((schema) => schema.required.length > 0),
    content: {
      'application/json': {
        schema: { ...choice(schemas, 'oneOf'), description: `At most ${sizes.join(' or ')} bytes` },
      },
      ...streamContent(
        names.flatMap((name) => Object.keys(operationNamed(name).bodyStream?.types ?? {})),
        'The file itself, of any size',
      ),
    },
  };
}

function operationOf(
  { method, names: inOrder }: SharedRoute,
  renames: PathAlias['renames'] = {},
): OpenApiOperation | null {
  const names = inOrder.toReversed();
  const operations = names.map((name) => operationNamed(name));
  const [first] = operations;
  const operationId = names[0];
  if (!first || operationId === undefined) return null;
  const { path, fields } = inputOf(first);
  const inBody = hasBody({ method });
  const write = operations.some(isWrite);
  const mayAsk = names.some(asksSometimes);
  return {
    operationId,
    security: [{ token: [scopeNeeded(first)] }],
    ...(names.length > 1 ? { 'x-operations': [...names] } : {}),
    tags: [first.noun],
    summary: operations.map(({ summary }) => summary).join(' Or: '),
    parameters: [
      ...parametersOf(path, 'path'),
      ...(inBody ? streamParameters(first, fields) : parametersOf(fields, 'query')),
      ...(write ? [{ $ref: '#/components/parameters/dry_run' }] : []),
      ...(write ? [{ $ref: '#/components/parameters/idempotency_key' }] : []),
      ...(operations.some(takesRevision) ? [{ $ref: '#/components/parameters/if_match' }] : []),
      ...(mayAsk ? [{ $ref: '#/components/parameters/confirm' }] : []),
      ...(operations.some(({ mayLag }) => mayLag)
        ? [{ $ref: '#/components/parameters/position' }]
        : []),
      ...(isRevisedRead(first) ? [{ $ref: '#/components/parameters/if_none_match' }] : []),
    ],
    ...(inBody ? { requestBody: bodyOf(names) } : {}),
    responses: {
      ...successesOf(operations, renames),
      ...problemResponses({
        write,
        hasBody: inBody,
        hasPath: Object.keys(path.properties).length > 0,
        hasRevision: operations.some(takesRevision),
        mayAsk,
      }),
    },
  };
}

/** Another path or method of an operation, which has an id of its own in the document. */
function aliasOf({ method, path }: SharedRoute, operation: OpenApiOperation): OpenApiOperation {
  return {
    ...operation,
    operationId: `${operation.operationId}_alias`,
    'x-alias-of': operation.operationId,
    summary: `The same as ${method} ${apiPrefix}${path}.`,
  };
}

const sharedParameters = {
  dry_run: {
    name: 'dry_run',
    in: 'query',
    required: false,
    description: 'Returns what the write would return, and changes nothing',
    schema: { type: 'boolean', default: false },
  },
  idempotency_key: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description: `The same key with the same request within ${limits.idempotencyHours} hours replays the first answer, with the header Idempotency-Replayed: true`,
    schema: { type: 'string', minLength: 1, maxLength: limits.idempotencyKeyChars },
  },
  if_match: {
    name: 'If-Match',
    in: 'header',
    required: false,
    description:
      'The ETag of the record as the caller has seen it, such as "5", or several; with another revision nothing is stored (412)',
    schema: { type: 'string' },
  },
  confirm: {
    name: 'Postroad-Confirm',
    in: 'header',
    required: false,
    description: `For callers that act for a person. auto asks before what reaches people or cannot be taken back, always before every write: the call is refused (428), and confirmation has what it does and a token. The same call with the mode, a space and that token within ${limits.confirmMinutes} minutes is done. Nobody is asked without this header`,
    schema: { type: 'string', pattern: '^(auto|always)( \\S+)?$' },
  },
  position: {
    name: 'X-Postroad-Position',
    in: 'header',
    required: false,
    description:
      "What the answer of the caller's last write had in this header. Where a read replica is configured, it answers only if it has that write",
    schema: { type: 'string', pattern: '^[0-9A-Fa-f]{1,8}/[0-9A-Fa-f]{1,8}$' },
  },
  if_none_match: {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: 'ETags that the caller has; a record that still has one of them is not sent (304)',
    schema: { type: 'string' },
  },
} as const;

const sharedHeaders = {
  position: {
    description:
      'Where the log of the database has what was written; only where a read replica is configured',
    schema: { type: 'string' },
  },
  link: {
    description: 'Where the next page is, with rel="next" (RFC 8288); not on the last page',
    schema: { type: 'string' },
  },
  etag: {
    description: 'The revision of the record in quotes, where the answer shows one',
    schema: { type: 'string' },
  },
} as const;

/** Builds the OpenAPI 3.1 document of the HTTP API from the catalog. */
export function openApiDocument(): OpenApiDocument {
  const paths: OpenApiDocument['paths'] = {};
  const tags = new Set<string>();
  for (const route of sharedRoutes()) {
    const operation = operationOf(route);
    if (!operation) continue;
    const path = apiPrefix + route.path.replace(/:([a-z_]+)/g, '{$1}');
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
    for (const tag of operation.tags) tags.add(tag);
    for (const { method, path: other, renames } of pathAliases(route)) {
      const alias = aliasOf(route, operationOf(route, renames) ?? operation);
      const at = apiPrefix + other.replace(/:([a-z_]+)/g, '{$1}');
      paths[at] = { ...paths[at], [method.toLowerCase()]: alias };
    }
  }
  const document: OpenApiDocument = {
    openapi: '3.1.0',
    info: {
      title: 'Postroad',
      version: '1',
      description:
        'Self-hosted email automation. JSON in, JSON out; every error is a problem document (RFC 9457).',
      license: { name: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: [...tags, 'subscription', 'service'].map((name) => ({ name })),
    security: [{ token: [] }],
    paths: {
      ...paths,
      ...livePath,
      ...publicPaths,
      ...trackingPaths,
      ...webhookPath,
      ...healthPaths,
    },
    webhooks: outgoingWebhooks(),
    components: {
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API token. Each operation names the scope that it needs; admin has all, write all but admin, draft also read.',
        },
      },
      parameters: sharedParameters,
      headers: sharedHeaders,
      schemas: { Problem: problemSchema },
    },
  };
  return descriptionInWords(document, httpWords);
}
