import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { readExactJson } from '@postroad/core/platform/operations/rounded-number';
import { Refusal } from '@postroad/core/platform/refusal';
import type { FastifyRequest } from 'fastify';
import type { Spend } from '../public/body-budget.ts';
import type { BodyFiles } from './body-files.ts';
import { jsonFaultIndex } from './json-fault.ts';

export function tooLarge(bytes: number): Refusal {
  const detail = `The body may be at most ${bytes} bytes. Send less at once.`;
  return new Refusal('payload_too_large', detail, { limit_bytes: bytes });
}

function malformed(text: string, position: number): Refusal {
  const before = text.slice(0, position);
  const line = before.split('\n').length;
  const column = position - before.lastIndexOf('\n');
  const what = position >= text.length ? 'ends too early' : 'is not valid JSON';
  return new Refusal(
    'malformed_json',
    `The body ${what} at line ${line}, column ${column}. Correct the JSON and send it again.`,
    { position, line, column },
  );
}

/** The media type of JSON in UTF-8. */
export const jsonTypes = /^application\/json(?:\s*;\s*charset="?utf-?8"?)?\s*$/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function decodeBody(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw new Refusal('malformed_json', 'The body is not UTF-8. Encode the JSON as UTF-8.');
  }
}

/**
 * Parses a body; an empty one counts as an empty object. Throws malformed_json with line and
 * column, which nobody knows of a body whose files were taken out, and a 422 for whole numbers that
 * would lose digits.
 */
export function parseJsonBody(bytes: Buffer, isCut = false): unknown {
  const text = decodeBody(bytes);
  if (text.trim() === '') return {};
  try {
    return readExactJson(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    if (isCut) throw new Refusal('malformed_json', 'The body is not valid JSON. Correct it.');
    throw malformed(text, jsonFaultIndex(text) ?? 0);
  }
}

/** The client disconnected before the end of its body. */
class AbortedBody extends Error {
  readonly code = 'ERR_STREAM_PREMATURE_CLOSE';
}

/**
 * Reads a body of at most `limit` bytes. Throws payload_too_large for a larger one, after reading
 * and dropping up to `limits.httpDrainBytes` more: a client that is still sending often never sees
 * the answer. It listens to stream events directly, since an async iterator costs more than parsing
 * an event.
 */
export function readBody(
  stream: Readable,
  limit: number,
  /** Takes memory for a part of the body; throws if there is none. */
  spend: (bytes: number) => void = () => {},
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let received = 0;
    // Taking the listeners away again would cost more than all else here.
    let settled = false;
    const end = () => {
      if (settled) return;
      settled = true;
      if (received > limit) reject(tooLarge(limit));
      else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
    };
    const fail = (error: Error) => {
      if (settled) return;
      settled = true;
      chunks.length = 0;
      reject(error);
    };
    const closed = () => {
      if (!settled) fail(new AbortedBody('The client disconnected while it sent the body.'));
    };
    const take = (bytes: Buffer) => {
      if (settled) return;
      received += bytes.length;
      if (received <= limit) {
        try {
          spend(bytes.length);
        } catch (error) {
          stream.pause();
          fail(error as Error);
          return;
        }
        chunks.push(bytes);
      } else chunks.length = 0;
      if (received <= limit + limits.httpDrainBytes) return;
      stream.pause();
      end();
    };
    stream.on('data', take).on('end', end).on('error', fail).on('close', closed);
  });
}

/**
 * Reads the same, but for its files, which are handed on as they arrive: memory holds a part of one
 * (MSG-14).
 */
export async function readBodyWithFiles(
  stream: Readable,
  limit: number,
  spend: Spend,
  files: BodyFiles,
): Promise<Buffer> {
  const kept: Buffer[] = [];
  let received = 0;
  for await (const bytes of stream.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    received += bytes.length;
    if (received > limit + limits.httpDrainBytes) break;
    if (received > limit) continue;
    for (const part of await files.take(bytes)) {
      spend(part.length);
      // A small part must not keep the whole that it was cut from.
      kept.push(part.length * 2 < bytes.length ? Buffer.from(part) : part);
    }
  }
  if (received > limit) throw tooLarge(limit);
  return Buffer.concat([...kept, files.end()]);
}

/** Reads the small JSON body of a request without a token. The media type of an empty body is ignored. */
export async function readSmallBody(
  request: FastifyRequest,
  payload: Readable,
  spend: Spend,
): Promise<unknown> {
  const bytes = await readBody(payload, limits.publicBodyBytes, spend);
  if (bytes.length === 0) return {};
  if (jsonTypes.test(request.headers['content-type'] ?? '')) return parseJsonBody(bytes);
  throw new Refusal(
    'unsupported_media_type',
    'Send the body as JSON in UTF-8 with Content-Type: application/json, or send none.',
  );
}
