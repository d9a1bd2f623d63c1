import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Encoding, encodingFor } from './accept.ts';

/** Bytes that are the same for everybody, with their codings as they were made beforehand (CON-04). */
export interface StaticText {
  type: string;
  bytes: Buffer;
  coded: Partial<Record<Encoding, Buffer>>;
  /** Weak, as all codings have the same (RFC 9110 §8.8.1). */
  etag: string;
}

export function staticText(
  type: string,
  bytes: Buffer,
  coded: StaticText['coded'] = {},
): StaticText {
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  return { type, bytes, coded, etag: `W/"${digest}"` };
}

const compressed = {
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 9 }),
};

/** Codes a text once, where nothing did it beforehand: when the sources are run. */
export async function coded(type: string, bytes: Buffer): Promise<StaticText> {
  const [br, gz] = await Promise.all([compressed.br(bytes), compressed.gzip(bytes)]);
  return staticText(type, bytes, { br, gzip: gz });
}

/** Whether the client has the text already (RFC 9110 §13.1.2). */
function isKnown(ifNoneMatch: string | undefined, etag: string): boolean {
  const tags = (ifNoneMatch ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes('*') || tags.includes(etag.replace(/^W\//, ''));
}

export interface StaticAnswer {
  status?: number;
  headers?: Record<string, string>;
}

/** Answers with a text, in the coding that the client takes. Clients keep it, and ask whether it changed. */
export function sendStatic(
  request: FastifyRequest,
  reply: FastifyReply,
  text: StaticText,
  { status = 200, headers = {} }: StaticAnswer = {},
): FastifyReply {
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  const vary = [...(headers.vary === undefined ? [] : [headers.vary]), 'accept-encoding'];
  reply.headers({
    'cache-control': 'no-cache',
    ...headers,
    vary: vary.join(', '),
    etag: text.etag,
  });
  if (status === 200 && isKnown(known, text.etag)) return reply.code(304).send();
  const encoding = encodingFor(accepted);
  const body = encoding === null ? undefined : text.coded[encoding];
  if (encoding !== null && body !== undefined) reply.header('content-encoding', encoding);
  return reply
    .code(status)
    .type(text.type)
    .send(body ?? text.bytes);
}
