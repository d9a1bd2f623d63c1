import { createHash, createHmac } from 'node:crypto';

export interface AwsCredentials {
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | null;
}

export interface AwsRequest {
  method: string;
  /** Without a query. */
  url: URL;
  region: string;
  service: string;
  /** Signed beside `host` and `x-amz-date`; names in lower case. */
  headers: Readonly<Record<string, string>>;
  body: string;
}

/**
 * The headers to send with the request: the given ones, the time, and its signature (AWS Signature
 * Version 4). `host` is left to who sends it.
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
    // What is encoded in the path is encoded once more, as every service but S3 wants it.
    url.pathname.split('/').map(awsEncoded).join('/'),
    '',
    ...signed.map(([name, value]) => `${name}:${value.trim().replace(/ +/g, ' ')}`),
    '',
    names,
    sha256(request.body),
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

/** One segment of a path, of which only the unreserved characters of RFC 3986 stay as they are. */
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
