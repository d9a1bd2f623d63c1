import { limits } from '@postroad/core/platform/limits';
import { createHttpServer } from '@postroad/http/server';
import { mountMcp } from '@postroad/mcp/transports/mount';
import { createLog } from '@postroad/service/platform/log';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFakeService } from '../http/fake-service.ts';

const longest = 'x'.repeat(limits.bearerTokenChars);

let app: FastifyInstance;
/** Tokens that reached the service. */
let asked: string[];

beforeAll(async () => {
  const service = createFakeService();
  const { authenticate } = service;
  service.authenticate = (token) => {
    asked.push(token);
    return authenticate(token);
  };
  app = createHttpServer(service, { log: createLog('silent') });
  mountMcp(app, service);
  await app.ready();
});

afterAll(() => app.close());

/** The same header on both surfaces. MCP answers 400 to an empty body once a token is accepted. */
async function onBoth(authorization: string | undefined) {
  const headers = authorization === undefined ? {} : { authorization };
  const answers = [];
  for (const request of [
    { method: 'GET', url: '/api/v1/themes' },
    { method: 'POST', url: '/mcp' },
  ] as const) {
    asked = [];
    const { statusCode, body, headers: sent } = await app.inject({ ...request, headers });
    const { request_id: _, ...problem } = JSON.parse(body) as Record<string, unknown>;
    answers.push({ statusCode, problem, challenge: sent['www-authenticate'], asked });
  }
  return answers;
}

describe('UNIT-12 HTTP and MCP', () => {
  it.each([
    ['no header', undefined, []],
    ['an empty token', 'Bearer ', []],
    ['another scheme', 'Basic d3JpdGU6dG9rZW4=', []],
    ['two tokens', 'Bearer write-token write-token', []],
    ['characters beyond ASCII', 'Bearer wríte-token', []],
    ['a token that is too long', `Bearer ${longest}x`, []],
    ['the longest token', `Bearer ${longest}`, [longest]],
    ['a token that is revoked or wrong', 'Bearer wrong', ['wrong']],
  ])('refuse %s with the same 401', async (_, header, reached) => {
    const [http, mcp] = await onBoth(header);
    expect(http).toEqual({
      statusCode: 401,
      problem: expect.objectContaining({
        code: 'unauthorized',
        detail: 'Send a valid API token in the header Authorization: Bearer <token>.',
      }),
      challenge: 'Bearer realm="postroad"',
      asked: reached,
    });
    // On MCP the same, and where an application finds out how to get a token (OAUTH-01).
    expect(mcp).toEqual({
      ...http,
      challenge: expect.stringMatching(/^Bearer realm="postroad", /),
    });
  });

  it.each(['Bearer write-token', 'bearer   write-token', 'BEARER write-token  '])(
    'let %j in',
    async (header) => {
      const answers = await onBoth(header);
      expect(answers.map((answer) => answer.asked)).toEqual([['write-token'], ['write-token']]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 400]);
    },
  );
});
