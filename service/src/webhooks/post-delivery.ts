import { lookup as lookUp } from 'node:dns/promises';
import http from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { limits } from '@postroad/core/platform/limits';
import { AllowedAddresses, urlFault } from './public-address.ts';

export interface DeliveryAnswer {
  /** Null where no answer came. */
  status: number | null;
  retryAfter: string | undefined;
  /** Why none came. */
  error: string | null;
}

export interface FoundAddress {
  address: string;
  family: number;
}

/** All addresses of a name. */
export type Resolve = (host: string) => Promise<readonly FoundAddress[]>;

const systemResolve: Resolve = (host) => lookUp(host, { all: true, verbatim: true });

class RefusedAddress extends Error {}

/** A document that another server has. */
export interface ReadDocument {
  /** Null where no answer came. */
  status: number | null;
  text: string;
  cacheControl: string;
  /** Why there is no text. */
  error: string | null;
}

/**
 * Sends deliveries, and reads documents of applications (OAUTH-01). An address is looked at by the connection itself, which then goes to just this one,
 * so that no name can lead elsewhere in between (HOOK-13). Redirects are answers like others.
 */
export class DeliveryPoster {
  readonly #allowed: AllowedAddresses;
  readonly #resolve: Resolve;
  readonly #agents: Readonly<Record<string, http.Agent>>;

  constructor(allow: readonly string[], resolve: Resolve = systemResolve) {
    this.#allowed = new AllowedAddresses(allow);
    this.#resolve = resolve;
    // Most servers close what is idle for five seconds.
    const options = { keepAlive: true, timeout: 4_000 };
    this.#agents = {
      'https:': new https.Agent({ ...options, lookup: this.#lookup('https:') }),
      'http:': new http.Agent({ ...options, lookup: this.#lookup('http:') }),
    };
  }

  /** Why an endpoint may not have this URL; null where it may. */
  fault(url: string): string | null {
    return urlFault(url, this.#allowed);
  }

  async post(
    target: string,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<DeliveryAnswer> {
    const fault = this.fault(target);
    if (fault !== null) return failed(`The URL ${fault}`);
    const url = new URL(target);
    const timeout = AbortSignal.timeout(limits.webhookAttemptMs);
    try {
      return await this.#send(url, body, headers, AbortSignal.any([signal, timeout]));
    } catch (error) {
      if (timeout.aborted) return failed(`No answer within ${limits.webhookAttemptMs / 1_000} s.`);
      return failed(error instanceof Error ? reasonOf(error) : 'The connection failed.');
    }
  }

  /** Reads a small document by the same rules. */
  async read(target: string, { bytes, ms }: { bytes: number; ms: number }): Promise<ReadDocument> {
    const none = { status: null, text: '', cacheControl: '' };
    const fault = this.fault(target);
    if (fault !== null) return { ...none, error: `The URL ${fault}` };
    const timeout = AbortSignal.timeout(ms);
    try {
      return await this.#read(new URL(target), bytes, timeout);
    } catch (error) {
      if (timeout.aborted) return { ...none, error: `No answer within ${ms / 1_000} s.` };
      const reason = error instanceof Error ? reasonOf(error) : 'The connection failed.';
      return { ...none, error: reason.slice(0, limits.webhookErrorChars) };
    }
  }

  #read(url: URL, most: number, signal: AbortSignal): Promise<ReadDocument> {
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const headers = { accept: 'application/json' };
      const sent = request(url, { agent: this.#agents[url.protocol], signal, headers });
      sent.on('error', reject);
      sent.on('response', (answer) => {
        const { statusCode: status = null, headers: said } = answer;
        const chunks: Buffer[] = [];
        let length = 0;
        answer.on('error', reject);
        answer.on('data', (chunk: Buffer) => {
          length += chunk.length;
          if (length <= most) {
            chunks.push(chunk);
            return;
          }
          reject(new RefusedAddress(`It is longer than ${most} bytes.`));
          sent.destroy();
        });
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const cacheControl = said['cache-control'] ?? '';
          const error = status === 200 ? null : `It answers ${status}.`;
          resolve({ status, text, cacheControl, error });
        });
      });
      sent.end();
    });
  }

  close(): void {
    for (const agent of Object.values(this.#agents)) agent.destroy();
  }

  #send(
    url: URL,
    body: string,
    headers: Readonly<Record<string, string>>,
    signal: AbortSignal,
  ): Promise<DeliveryAnswer> {
    const { request } = url.protocol === 'https:' ? https : http;
    return new Promise((resolve, reject) => {
      const sent = request(url, {
        method: 'POST',
        agent: this.#agents[url.protocol],
        signal,
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      });
      // The status says all: a body that breaks off, or never ends, does not undo it.
      let said: DeliveryAnswer | null = null;
      const fail = (error: Error) => (said === null ? reject(error) : resolve(said));
      sent.on('error', fail);
      sent.on('response', (answer) => {
        const { statusCode: status = null } = answer;
        const taken = { status, retryAfter: answer.headers['retry-after'], error: null };
        said = taken;
        let bytes = 0;
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (bytes <= limits.webhookAnswerBytes) return;
          // A connection that says more is not worth keeping.
          resolve(taken);
          sent.destroy();
        });
        answer.on('end', () => resolve(taken));
        answer.on('error', fail);
      });
      sent.end(body);
    });
  }

  /** Every address must be allowed: which of them the connection takes is not known beforehand. */
  #lookup(protocol: string): LookupFunction {
    return (host, options, callback) => {
      const answer = async () => {
        const found = await this.#resolve(host);
        const wrong = found.find(({ address }) => !this.#allowed.isAllowed(address, protocol));
        if (wrong !== undefined) {
          throw new RefusedAddress(
            `${host} leads to ${wrong.address}, to which deliveries may not go.`,
          );
        }
        if (found.length === 0) throw new RefusedAddress(`${host} has no address.`);
        return found;
      };
      answer().then(
        (found) => {
          const [first] = found;
          if (options.all) callback(null, [...found]);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: NodeJS.ErrnoException) => callback(error, '', 0),
      );
    };
  }
}

function failed(error: string): DeliveryAnswer {
  return { status: null, retryAfter: undefined, error: error.slice(0, limits.webhookErrorChars) };
}

/** A message of Node can quote the address, never what was sent. */
function reasonOf(error: NodeJS.ErrnoException): string {
  if (error instanceof RefusedAddress || error.code === undefined) return error.message;
  return `The connection failed: ${error.code}.`;
}
