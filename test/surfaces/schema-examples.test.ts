import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningService, startService } from './running-service.ts';

let running: RunningService;

async function ask(method: string, path: string, body?: unknown) {
  const response = await fetch(new URL(`/api/v1${path}`, running.url), {
    method,
    headers: { authorization: `Bearer ${running.token}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

beforeAll(async () => {
  running = await startService();
});

afterAll(() => running.stop());

/** Where a client sends the example of a topic, unchanged. */
it.each([
  ['flow', 'POST', '/flows'],
  ['segments', 'POST', '/segments'],
  ['email', 'POST', '/emails'],
  ['events', 'POST', '/events'],
  ['theme', 'POST', '/themes'],
  ['settings', 'PATCH', '/settings'],
])(
  'SAFE-61 HTTP takes the example of %s, or says which key to use',
  async (topic, method, path) => {
    const { body } = await ask('GET', `/schema?topic=${topic}`);
    expect(body).toMatchObject({ topic, example: expect.any(Object) });
    const sent = await ask(method, path, body.example);
    if (sent.status !== 422) {
      expect([sent.status, sent.body]).toEqual([expect.toBeOneOf([200, 201]), expect.any(Object)]);
      return;
    }
    const errors = sent.body.errors as { path: string; code: string; did_you_mean?: string }[];
    for (const error of errors) {
      const isKey = error.code === 'key_unknown' || error.code === 'required';
      expect([error, isKey]).toEqual([error, true]);
    }
    const unknown = errors.filter(({ code }) => code === 'key_unknown');
    expect(unknown).not.toEqual([]);
    for (const error of unknown) expect(error).toMatchObject({ did_you_mean: expect.any(String) });
  },
);
