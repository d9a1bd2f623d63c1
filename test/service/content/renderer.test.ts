import { limits } from '@postroad/core/platform/limits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestService, type TestService } from '../../support/service.ts';
import { type Calling, calling, pathsOf } from '../app/calling.ts';

let opened: TestService;
let call: Calling['call'];
let refused: Calling['refused'];
let email_id: number;

beforeAll(async () => {
  opened = await openTestService();
  ({ call, refused } = calling(opened));
  const person = { fields: { long: 'x'.repeat(limits.fieldValueChars) } };
  await call('record_event', { email: 'reader@example.com', name: 'seen', person });
  email_id = (await call('create_email', { subject: 'Sound', body_markdown: 'Sound' })).email.id;
});

afterAll(() => opened.close());

/** A loop inside loops; each has few entries, so that no single one is too long. */
function loops(depth: number, inside: string): string {
  const open = Array.from({ length: depth }, (_, at) => `{% for i${at} in (1..1000) %}`).join('');
  return open + inside + '{% endfor %}'.repeat(depth);
}

const doubling = `{% assign a = "${'x'.repeat(100)}" %}{% for i in (1..60) %}{% assign a = a | append: a %}{% endfor %}{{ a }}`;
const nested = (depth: number) =>
  `${'{% if person %}'.repeat(depth)}x${'{% endif %}'.repeat(depth)}`;

/** Templates that would run for ever or take all memory, with the message about each. */
const hostile: [what: string, body: string, code: string][] = [
  ['an endless loop', loops(4, ''), 'liquid_failed'],
  ['an endless loop that writes', loops(4, '{{ person.fields.long }}'), 'liquid_failed'],
  ['one very long loop', '{% for i in (1..999999999) %}x{% endfor %}', 'liquid_failed'],
  ['a text that doubles', doubling, 'liquid_failed'],
  [
    'a split that doubles',
    `{% assign a = "a,a" %}{% for i in (1..40) %}{% assign a = a | replace: "a", "a,a" %}{% endfor %}{{ a | split: "," | join: "-" }}`,
    'liquid_failed',
  ],
];

it.each(hostile)('PREVIEW-11 %s is a 422', async (_what, body_markdown, code) => {
  const refusal = await refused('preview_email', { email_id, body_markdown });
  expect(refusal.code).toBe('validation_failed');
  expect(pathsOf(refusal)).toEqual(['body_markdown']);
  const codes = [code, 'template_too_slow', 'template_too_large'];
  expect(codes).toContain(refusal.members.errors?.[0]?.code);
  // The page it was compiled to is not what its author wrote; its lines mean nothing to them.
  expect(refusal.detail).toMatch(/\bLook for\b/);
  expect(refusal.detail).not.toMatch(/alloc|limit exceeded|line:\d/);
});

it.each([
  ['deep Liquid', nested(5_000)],
  ['deep quotes', `${'> '.repeat(5_000)}x`],
  ['deep lists', Array.from({ length: 500 }, (_, at) => `${'  '.repeat(at)}- x`).join('\n')],
  ['deep elements', '<div>'.repeat(20_000)],
  ['deep brackets', '['.repeat(50_000)],
  ['many emphases', '*a _'.repeat(50_000)],
  ['backticks', '`'.repeat(100_000)],
  ['a long line', 'x '.repeat(limits.bodyMarkdownChars / 2)],
  ['the longest body', '# a\n\nb *c*\n\n'.repeat(20_000).slice(0, limits.bodyMarkdownChars)],
])('previews and saves a body of %s, or says what is wrong', async (_what, body_markdown) => {
  for (const name of ['preview_email', 'update_email'] as const) {
    const answer = await call(name, { email_id, body_markdown }).catch((error: unknown) => error);
    if ('code' in (answer as object)) {
      expect(answer).toMatchObject({ code: 'validation_failed' });
    } else expect(answer).toMatchObject({ warnings: expect.any(Array) });
  }
  expect(await call('preview_email', { email_id, body_markdown: 'Sound' })).toMatchObject({
    text: expect.stringContaining('Sound'),
  });
});

it('answers others while hostile previews run, the database included', async () => {
  const order: string[] = [];
  const previews = hostile.map(async ([what, body_markdown]) => {
    await refused('preview_email', { email_id, body_markdown });
    order.push(what);
  });
  const others = Array.from({ length: 3 }, async () => {
    await call('get_email', { email_id });
    order.push('other');
  });
  await Promise.all([...previews, ...others]);
  // Some previews end at their first step; the loops run until they are ended.
  expect(order.indexOf('an endless loop')).toBeGreaterThan(order.lastIndexOf('other'));
});

it('serves on after a thread was ended, many at once and in their order', async () => {
  const bodies = Array.from({ length: 20 }, (_, at) => `Body number ${at}.`);
  const seen = await Promise.all(
    bodies.map((body_markdown) => call('preview_email', { email_id, body_markdown })),
  );
  for (const [at, { text }] of seen.entries()) expect(text).toContain(`Body number ${at}.`);
});
