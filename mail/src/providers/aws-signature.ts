import { createHash, createHmac } from 'node:crypto';
import type { Streamed } from '../message/attachment.ts';

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

export interface AwsRequest {
  method: string;
  /** Must not have a query. */
  url: URL;
  region: string;
  service: string;
  /** Signed together with `host` and `x-amz-date`; names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string | BodyHash;
}

/** The SHA-256 of a body that is not in memory, in hexadecimal digits. */
export interface BodyHash {
  sha256: string;
}

/**
 * Signs a request with AWS Signature Version 4. Returns the headers to send: the given ones, the
 * time and the signature. The HTTP client sets `host`.
 */
export function signAwsRequest(
  request: AwsRequest,
  credentials: AwsCredentials,
  now: Date,
): Record<string, string> {
  const { method, url, region, service } = request;
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  const day = time.slice(0, 8);
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  const sent: Record<string, string> = {
    ...request.headers,
    'x-amz-date': time,
    ...(sessionToken === null ? {} : { 'x-amz-security-token': sessionToken }),
  };
  const signed = Object.entries({ ...sent, host: url.host }).sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const names = signed.map(([name]) => name).join(';');
  const canonical = [
    method,
    // The path is encoded twice, as every service but S3 requires.
    url.pathname.split('/').map(awsEncoded).join('/'),
    '',
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    typeof request.body === 'string' ? sha256(request.body) : request.body.sha256,
  ].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const toSign = ['AWS4-HMAC-SHA256', time, scope, sha256(canonical)].join('\n');
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => hmac(secret, part),
    `AWS4${secretAccessKey}`,
  );
  const signature = hmac(key, toSign).toString('hex');
  return {
    ...sent,
    authorization: `AWS4-HMAC-SHA256 Credential=${accessKeyId}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  };
}

export async function hashOfBody({ read }: Streamed): Promise<BodyHash> {
  const hash = createHash('sha256');
  for await (const chunk of read()) hash.update(chunk);
  return { sha256: hash.digest('hex') };
}

/** Percent-encodes a path segment: only the unreserved characters of RFC 3986 stay. */
export function awsEncoded(segment: string): string {
  return encodeURIComponent(segment).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text, 'utf8').digest();
}
