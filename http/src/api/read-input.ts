import { type ConfirmRequest, readConfirmHeader } from '@postroad/core/catalog/confirmation';
import type { Issue } from '@postroad/core/platform/issue';
import { isObject } from '@postroad/core/platform/json';
import { jsonFault } from '@postroad/core/platform/json-value';
import { limits } from '@postroad/core/platform/limits';
import { coerceInput, type ExpectedInputs } from '@postroad/core/platform/operations/coerce-input';
import { isLogPosition, type LogPosition } from '@postroad/core/platform/operations/log-position';
import {
  hasBody,
  isWrite,
  type Operation,
  pathParameters,
} from '@postroad/core/platform/operations/operation';
import type { ExpectedRevision } from '@postroad/core/platform/operations/revised-resources';
import { invalid, notFound } from '@postroad/core/platform/refusal';
import type { z } from 'zod';
import { readIfMatch } from './preconditions.ts';

type Texts = Record<string, string | string[]>;

/** The parts of a request, before they are validated. */
export interface RequestParts {
  params: Record<string, string>;
  query: Texts;
  body: unknown;
  /** Arguments implied by the media type of an upload; the others are then in the query. */
  streamed?: Readonly<Record<string, string>>;
  idempotencyKey: string | undefined;
  /** The header `If-Match`. */
  ifMatch?: string | undefined;
  /** The header `Postroad-Confirm`. */
  confirm?: string | string[] | undefined;
  /** The header `X-Postroad-Position`. */
  position?: string | string[] | undefined;
}

export interface InvokeRequest {
  input: unknown;
  dryRun: boolean;
  idempotencyKey: string | undefined;
  ifRevision: ExpectedRevision | undefined;
  seen: LogPosition | undefined;
  confirm: ConfirmRequest | undefined;
}

/** A key that means nothing where it is. */
export function unknownKey(key: string, hint = ''): Issue {
  return { path: key, code: 'key_unknown', message: `${key} is not a known key here.${hint}` };
}

/** Reads `dry_run` from the query. A read refuses it unless it is off. */
function readDryRun(operation: Operation, query: Texts): boolean {
  const given = query.dry_run;
  if (given === undefined || given === '0' || given === 'false') return false;
  if (!isWrite(operation)) {
    throw invalid([unknownKey('dry_run', ' This operation only reads; leave it out.')]);
  }
  if (given === '1' || given === 'true') return true;
  const message = 'dry_run must be 1 or 0, or true or false, once.';
  throw invalid([{ path: 'dry_run', code: 'value_invalid', message }]);
}

function readIdempotencyKey(operation: Operation, key: string | undefined): string | undefined {
  if (key === undefined || !isWrite(operation)) return undefined;
  if (key !== '' && key.length <= limits.idempotencyKeyChars) return key;
  const message = `The header Idempotency-Key takes 1 to ${limits.idempotencyKeyChars} characters.`;
  throw invalid([{ path: 'Idempotency-Key', code: 'value_invalid', message }]);
}

/** How a caller that acts for a person asks for a write; a read ignores it. */
function readConfirm(
  operation: Operation,
  header: RequestParts['confirm'],
): ConfirmRequest | undefined {
  if (header === undefined || !isWrite(operation)) return undefined;
  const request = typeof header === 'string' ? readConfirmHeader(header) : null;
  if (request !== null) return request;
  const message =
    'The header Postroad-Confirm takes auto or always, and behind it the token of a dry run, once.';
  throw invalid([{ path: 'Postroad-Confirm', code: 'value_invalid', message }]);
}

/** What the caller has seen; a write, which sees everything, ignores it. */
function readSeen(operation: Operation, header: RequestParts['position']): LogPosition | undefined {
  if (header === undefined || isWrite(operation)) return undefined;
  if (typeof header === 'string' && isLogPosition(header)) return header;
  const message =
    'The header X-Postroad-Position takes what an answer of a write had in it, such as 16/B374D848, once.';
  throw invalid([{ path: 'X-Postroad-Position', code: 'value_invalid', message }]);
}

/**
 * Reads the path parameters. A value that no record can have means that the record does not exist:
 * 404, never 422 or 500.
 */
function readPath(
  operation: Operation,
  params: Record<string, string>,
  inputs: ExpectedInputs,
): Record<string, unknown> {
  if (Object.keys(params).length === 0) return {};
  const shape = (operation.input as z.ZodObject).shape;
  const input = coerceInput(operation, params, inputs);
  for (const name of pathParameters(operation.path)) {
    const value = input[name];
    const valid = jsonFault(value) === null && shape[name]?.safeParse(value).success === true;
    const canonical = typeof value !== 'number' || String(value) === params[name];
    if (valid && canonical) continue;
    const kind = name.replace(/_(id|key)$/, '');
    throw notFound(kind, (params[name] ?? '').toWellFormed().slice(0, limits.keyChars));
  }
  return input;
}

/** The fields that are not in the path: the query of a read, the body of a write. */
function readFields(
  operation: Operation,
  { query, body }: Pick<RequestParts, 'query' | 'body'>,
  inputs: ExpectedInputs,
): Record<string, unknown> {
  const { dry_run: _, ...fields } = query;
  const inQuery = !hasBody(operation);
  const given = body === undefined ? {} : body;
  if (!isObject(given)) {
    const message = 'The body must be a JSON object.';
    throw invalid([{ path: '', code: 'type_invalid', message }]);
  }
  const misplaced = Object.keys(inQuery ? given : fields);
  if (misplaced.length > 0) {
    const hint = inQuery ? ' Put it into the query.' : ' Put it into the body.';
    throw invalid(misplaced.map((key) => unknownKey(key, hint)));
  }
  if (inQuery) return coerceInput(operation, withoutRepeats(operation, fields, inputs), inputs);
  if (Object.hasOwn(given, 'dry_run')) {
    throw invalid([unknownKey('dry_run', ' Put it into the query: ?dry_run=1.')]);
  }
  return given;
}

/** Throws a 422 for a key of a query that is there more than once and takes no list. */
function withoutRepeats(operation: Operation, query: Texts, inputs: ExpectedInputs): Texts {
  const expected = inputs.of(operation);
  const repeated = Object.keys(query).filter(
    (key) => Array.isArray(query[key]) && expected.get(key)?.items === null,
  );
  if (repeated.length === 0) return query;
  throw invalid(
    repeated.map((key) => {
      const message = `${key} is there more than once. Give it one value.`;
      return { path: key, code: 'type_invalid', message };
    }),
  );
}

/** The fields that come with an upload. */
function readStreamed(
  operation: Operation,
  query: Texts,
  streamed: Readonly<Record<string, string>>,
  inputs: ExpectedInputs,
): Record<string, unknown> {
  const { dry_run: _, ...fields } = query;
  const argument = operation.bodyStream?.argument ?? '';
  if (Object.hasOwn(fields, argument)) throw invalid([unknownKey(argument, ' It is the body.')]);
  return { ...streamed, ...coerceInput(operation, fields, inputs) };
}

/** Builds the input of an operation from a request; `inputs` are those of the server. Throws Refusal. */
export function readInput(
  operation: Operation,
  parts: RequestParts,
  inputs: ExpectedInputs,
): InvokeRequest {
  const path = readPath(operation, parts.params, inputs);
  const dryRun = readDryRun(operation, parts.query);
  const idempotencyKey = readIdempotencyKey(operation, parts.idempotencyKey);
  const ifRevision = readIfMatch(operation, parts.ifMatch);
  const seen = readSeen(operation, parts.position);
  const confirm = readConfirm(operation, parts.confirm);
  const fields = parts.streamed
    ? readStreamed(operation, parts.query, parts.streamed, inputs)
    : readFields(operation, parts, inputs);
  const repeated = Object.keys(fields).filter((key) => Object.hasOwn(path, key));
  if (repeated.length > 0) {
    throw invalid(repeated.map((key) => unknownKey(key, ' It is in the path.')));
  }
  const input = Object.keys(path).length === 0 ? fields : { ...fields, ...path };
  return { input, dryRun, idempotencyKey, ifRevision, seen, confirm };
}
