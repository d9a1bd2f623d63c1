import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@postroad/http/server';
import type { Service } from '@postroad/service/app/service';
import { createLog } from '@postroad/service/platform/log';
import type { FastifyInstance } from 'fastify';
import { expect } from 'vitest';
import { consoleFolder } from '../support/sources.ts';

export interface Ask {
  /** Sent as JSON; text and bytes are sent unchanged. */
  body?: unknown;
  token?: string | null;
  headers?: Record<string, string>;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
  json: Record<string, unknown>;
}

export interface TestServer {
  app: FastifyInstance;
  url: string;
  /** Lines that the server logged, but for those of requests. */
  logged: string[];
  /** The lines of requests, in the order in which they were answered. */
  requests: Record<string, unknown>[];
  ask(method: string, path: string, options?: Ask): Promise<Answered>;
  stop(): Promise<void>;
}

/** A listening server over a service, and functions to call it, with `write-token` by default. */
export async function startHttp(service: Service, token = 'write-token'): Promise<TestServer> {
  const logged: string[] = [];
  const requests: Record<string, unknown>[] = [];
  const log = createLog('debug', (line) => {
    const read = JSON.parse(line) as Record<string, unknown>;
    if (read.message === 'A request was answered.') requests.push(read);
    else logged.push(line);
    return true;
  });
  const app = createHttpServer(service, { log, ...consoleFolder() });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    app,
    url,
    logged,
    requests,
    async ask(method, path, options = {}) {
      const { body, token: secret = token } = options;
      const raw = typeof body === 'string' || body instanceof Uint8Array;
      const response = await fetch(url + path, {
        method,
        redirect: 'manual',
        headers: {
          ...(secret === null ? {} : { authorization: `Bearer ${secret}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...options.headers,
        },
        ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = /^application\/(problem\+)?json/.test(
        response.headers.get('content-type') ?? '',
      );
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson && text !== '' ? JSON.parse(text) : {},
      };
    },
    stop: () => app.close(),
  };
}

/** Whether an answer is a complete problem document (RFC 9457, contract §1). */
export function expectProblem(answer: Answered, status: number, code: string): void {
  expect({ status: answer.status, code: answer.json.code }, answer.text).toEqual({ status, code });
  expect(answer.headers.get('content-type')).toBe('application/problem+json; charset=utf-8');
  expect(answer.json).toMatchObject({
    type: expect.any(String),
    title: expect.any(String),
    status,
    detail: expect.stringMatching(/\S/),
  });
}
