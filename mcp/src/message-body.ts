import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** A message holds at most a batch of events, or the files of an account. */
const messageBytes = Math.max(8 * limits.bodyBytes, limits.definitionsBytes);

/** Levels of a message around the arguments of a call. */
const envelopeDepth = 8;

/** Whether a value nests further; walks without recursion, since writing it out again would not. */
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

/** Some clients declare JSON where they send nothing, as with DELETE. */
function parseMessage(text: string): unknown {
  if (text === '') return null;
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Refusal('malformed_json', 'The body is not valid JSON. Send one JSON-RPC message.');
  }
  if (!deeperThan(message, limits.jsonDepth + envelopeDepth)) return message;
  const detail = `JSON may be nested ${limits.jsonDepth} levels deep at most.`;
  throw new Refusal('malformed_json', detail);
}

/** Reads messages of bounded size and depth. Errors are passed on to the server's own handler. */
export function readMessages(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers();
  const options = { parseAs: 'string', bodyLimit: messageBytes } as const;
  scope.addContentTypeParser('application/json', options, async (_: FastifyRequest, text: string) =>
    parseMessage(text),
  );
  scope.setErrorHandler((error) => {
    if ((error as { code?: unknown }).code !== 'FST_ERR_CTP_BODY_TOO_LARGE') throw error;
    const detail = `A message may be at most ${messageBytes} bytes. Send less at once.`;
    throw new Refusal('payload_too_large', detail);
  });
}
