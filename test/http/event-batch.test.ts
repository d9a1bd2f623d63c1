import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectProblem } from './http-server.ts';
import { type RealServer, startReal } from './real-server.ts';

let server: RealServer;

beforeAll(async () => {
  server = await startReal();
});
afterAll(() => server.stop());

const good = '{"email":"good@example.com","name":"batched"}';
const withDetails = (details: string) =>
  `{"email":"bad@example.com","name":"batched","details":${details}}`;

it.each([
  ['NUL', withDetails('{"note":"a\\u0000b"}')],
  ['a lone surrogate', withDetails('{"note":"\\ud800"}')],
  ['a number that overflows', withDetails('{"n":1e999}')],
  ['a hundred thousand levels', withDetails(`${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ['__proto__', withDetails('{"__proto__":{"a":1}}')],
])('EVENT-03 a batch with %s in one entry lands without it', async (_what, bad) => {
  const body = `{"events":[${good},${bad},${good}]}`;
  const answer = await server.ask('POST', '/api/v1/events', { body });
  const { results } = answer.json as { results: { status: string }[] };
  expect(results.map(({ status }) => status)).toEqual(['created', 'invalid', 'created']);
  expectProblem(
    await server.ask('POST', '/api/v1/events', { body: bad }),
    422,
    'validation_failed',
  );
});

it('text that is not JSON is refused as a whole', async () => {
  const body = `{"events":[${good},{"email":}]}`;
  expectProblem(await server.ask('POST', '/api/v1/events', { body }), 400, 'malformed_json');
});
