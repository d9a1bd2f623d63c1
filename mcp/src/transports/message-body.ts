import { limits } from '@postroad/core/platform/limits';
import { roundedMessage, roundedNumber } from '@postroad/core/platform/operations/rounded-number';
import { Refusal } from '@postroad/core/platform/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The largest message in bytes: a batch of events or the definition files of an account. */
export const messageBytes = Math.max(8 * limits.bodyBytes, limits.definitionsBytes);

export const tooLong = `A message may be at most ${messageBytes} bytes. Send less at once.`;

/** Levels of nesting around the arguments of a call. */
const envelopeDepth = 8;

/**
 * Whether a value is nested deeper than `levels`. It does not recurse, so depth cannot exhaust the
 * stack.
 */
function deeperThan(value: unknown, levels: number): boolean {
  let level = [value];
  for (let depth = 0; depth <= levels; depth += 1) {
    level = level.flatMap((entry) =>
      typeof entry === 'object' && entry !== null ? Object.values(entry) : [],
    );
    if (level.length === 0) return false;
  }
  return true;
}

/** Some clients declare JSON with an empty body, as with DELETE. */
function parseMessage(text: string): unknown {
  if (text === '') return null;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Refusal('malformed_json', 'The body is not valid JSON. Send one JSON-RPC message.');
  }
  const rounded = roundedNumber(text);
  if (rounded !== null) throw new Refusal('malformed_json', roundedMessage(rounded));
  if (!deeperThan(message, limits.jsonDepth + envelopeDepth)) return message;
  const detail = `JSON may be nested ${limits.jsonDepth} levels deep at most.`;
  throw new Refusal('malformed_json', detail);
}

/** Reads messages of bounded size and depth. Errors go to the server's error handler. */
export function readMessages(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: messageBytes } as const;
  scope.addContentTypeParser('application/json', options, async (_: FastifyRequest, text: string) =>
    parseMessage(text),
  );
  scope.setErrorHandler((error) => {
    if ((error as { code?: unknown }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
    throw new Refusal('payload_too_large', tooLong);
  });
}
