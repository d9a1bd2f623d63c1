import { jsonFault } from '@postroad/core/platform/json-value';
import { limits } from '@postroad/core/platform/limits';
import { coerceInput } from '@postroad/core/platform/operations/coerce';
import {
  isWrite,
  type Operation,
  pathParameters,
} from '@postroad/core/platform/operations/operation';
import { type FieldError, invalid, notFound } from '@postroad/core/platform/refusal';
import type { z } from 'zod';

type Texts = Record<string, string | string[]>;

/** What a request says, before it is read against a contract. */
export interface RequestParts {
  params: Record<string, string>;
  query: Texts;
  body: unknown;
  /** Arguments that a streamed body brings by its media type; the others are then in the query. */
  streamed?: Readonly<Record<string, string>>;
  idempotencyKey: string | undefined;
}

export interface InvokeRequest {
  input: unknown;
  dryRun: boolean;
  idempotencyKey: string | undefined;
}

function unknownKey(key: string, hint = ''): FieldError {
  return { path: key, code: 'key_unknown', message: `${key} is not a known key here.${hint}` };
}

/** `dry_run` of a query: writes take it, reads ignore it where it asks for nothing. */
function readDryRun(operation: Operation, query: Texts): boolean {
  const given = query.dry_run;
  if (given === undefined || given === '0' || given === 'false') return false;
  if (!isWrite(operation)) {
    throw invalid([unknownKey('dry_run', ' This operation only reads; leave it out.')]);
  }
  if (given === '1' || given === 'true') return true;
  const message = 'dry_run must be 1 or 0.';
  throw invalid([{ path: 'dry_run', code: 'value_invalid', message }]);
}

function readIdempotencyKey(operation: Operation, key: string | undefined): string | undefined {
  if (key === undefined || !isWrite(operation)) return undefined;
  if (key !== '' && key.length <= limits.idempotencyKeyChars) return key;
  const message = `The header Idempotency-Key takes 1 to ${limits.idempotencyKeyChars} characters.`;
  throw invalid([{ path: 'Idempotency-Key', code: 'value_invalid', message }]);
}

/** An address that no record can have is one that does not exist: 404, never 422 or 500. */
function readPath(operation: Operation, params: Record<string, string>): Record<string, unknown> {
  const shape = (operation.input as z.ZodObject).shape;
  const input = coerceInput(operation, params);
  for (const name of pathParameters(operation.path)) {
    const value = input[name];
    const sound = jsonFault(value) === null && shape[name]?.safeParse(value).success === true;
    const canonical = typeof value !== 'number' || String(value) === params[name];
    if (sound && canonical) continue;
    const kind = name.replace(/_(id|key)$/, '');
    throw notFound(kind, (params[name] ?? '').toWellFormed().slice(0, limits.keyChars));
  }
  return input;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a request beside those of its path: the query of a read, the body of a write. */
function readFields(operation: Operation, query: Texts, body: unknown): Record<string, unknown> {
  const { dry_run: _, ...fields } = query;
  const inQuery = operation.method === 'GET' || operation.method === 'DELETE';
  const given = body === undefined ? {} : body;
  if (!isObject(given)) {
    const message = 'The body must be a JSON object.';
    throw invalid([{ path: '', code: 'type_invalid', message }]);
  }
  const stray = Object.keys(inQuery ? given : fields);
  if (stray.length > 0) {
    const hint = inQuery ? ' Put it into the query.' : ' Put it into the body.';
    throw invalid(stray.map((key) => unknownKey(key, hint)));
  }
  return inQuery ? coerceInput(operation, fields) : given;
}

/** The fields beside a body that is a stream. */
function readStreamed(
  operation: Operation,
  query: Texts,
  streamed: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const { dry_run: _, ...fields } = query;
  const argument = operation.bodyStream?.argument ?? '';
  if (Object.hasOwn(fields, argument)) throw invalid([unknownKey(argument, ' It is the body.')]);
  return { ...streamed, ...coerceInput(operation, fields) };
}

/** Makes the input of an operation from a request. Throws Refusal. */
export function readInput(operation: Operation, parts: RequestParts): InvokeRequest {
  const path = readPath(operation, parts.params);
  const dryRun = readDryRun(operation, parts.query);
  const idempotencyKey = readIdempotencyKey(operation, parts.idempotencyKey);
  const fields = parts.streamed
    ? readStreamed(operation, parts.query, parts.streamed)
    : readFields(operation, parts.query, parts.body);
  const doubled = Object.keys(fields).filter((key) => Object.hasOwn(path, key));
  if (doubled.length > 0) {
    throw invalid(doubled.map((key) => unknownKey(key, ' It stands in the path.')));
  }
  return { input: { ...fields, ...path }, dryRun, idempotencyKey };
}
