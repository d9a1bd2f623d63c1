import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runs } from '../support/property-tests.ts';
import { createFakeService } from './fake-service.ts';
import { startHttp, type TestServer } from './http-server.ts';
import { anyRequest } from './requests.ts';

const service = createFakeService();
let server: TestServer;

beforeAll(async () => {
  server = await startHttp(service);
});
afterAll(() => server.stop());

it('answers every request, and never with a fault', async () => {
  const numRuns = runs(2_000);
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      const response = await server.app.inject(request);
      expect(response.statusCode, response.body).toBeLessThan(500);
      const type = response.headers['content-type'];
      const streamed = /^(text\/csv|application\/x-(ndjson|postroad-backup));/;
      // The export of a person is streamed as JSON, in pieces that the service of this test makes up.
      const isFile = response.headers['content-disposition']?.toString().startsWith('attachment;');
      if (response.statusCode < 400 && (isFile || streamed.test(String(type)))) return;
      const json = response.statusCode < 400 ? 'application/json' : 'application/problem+json';
      expect(type).toBe(`${json}; charset=utf-8`);
      expect(response.json()).toEqual(expect.any(Object));
      expect(server.logged).toEqual([]);
    }),
    { numRuns },
  );
  expect(service.calls.length).toBeGreaterThan(numRuns / 20);
});
