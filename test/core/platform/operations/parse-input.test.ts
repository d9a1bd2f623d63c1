import { catalog } from '@postroad/core/catalog/catalog';
import { limits } from '@postroad/core/platform/limits';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import { Refusal } from '@postroad/core/platform/refusal';
import { describe, expect, it } from 'vitest';

function refused(name: keyof typeof catalog, input: unknown): Refusal {
  try {
    parseInput(catalog[name].input, input);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error(`${name} took the input.`);
}

it('SEC-16 lists as many faults as anybody reads, of a body and inside it', () => {
  const count = 2 * limits.issuesListedMax;
  const bad = Object.fromEntries(Array.from({ length: count }, (_, at) => [`key${at}`, 1]));
  const unknown = refused('create_broadcast', bad);
  const inside = refused('create_email', { subject: 'S', translations: bad });
  for (const { members } of [unknown, inside]) {
    expect(members.errors).toHaveLength(limits.issuesListedMax);
  }
});

it('FIX-01 names where an object beside it has the key, if one alone does', () => {
  const found = (name: keyof typeof catalog, input: object) =>
    refused(name, input).members.errors?.filter(({ code }) => code === 'key_unknown');
  const message = 'body_markdown is not a known key here. Did you mean email.body_markdown?';
  expect(found('create_broadcast', { name: 'News', body_markdown: 'Hi' })).toMatchObject([
    { path: 'body_markdown', message, did_you_mean: 'email.body_markdown' },
  ]);
});

it('FIX-01 lists once the other keys, at the first unknown key that resembles none', () => {
  const said = (name: keyof typeof catalog, input: object) =>
    refused(name, input).members.errors?.map(({ message }) => message);
  expect(said('create_theme', { name: 'Sea', nothing: 1, acccent: 2, more: 3 })).toEqual([
    'nothing is not a known key here. Other keys are accent, variables, is_default.',
    'acccent is not a known key here. Did you mean accent?',
    'more is not a known key here.',
  ]);
  expect(said('delete_theme', { theme_key: 'sea', nothing: 1 })).toEqual([
    'nothing is not a known key here.',
  ]);
});

describe('words of a 422', () => {
  it.each([
    ['create_theme', { name: ' ' }, 'name must not be blank.'],
    ['create_theme', { name: 'a', variables: [] }, 'variables must be an object.'],
    ['create_theme', { name: 'a', is_default: 1 }, 'is_default must be true or false.'],
    ['create_theme', { name: 5 }, 'name must be text.'],
    ['create_theme', { name: [] }, 'name must be text.'],
    ['create_email', { template_id: 1.5 }, 'template_id must be a whole number.'],
    ['create_email', { template_id: '1' }, 'template_id must be a number.'],
    ['create_email', { labels: {} }, 'labels must be a list.'],
    [
      'create_component',
      { key: 'A', html: '' },
      'key takes lowercase letters, digits, single - or _ between them.',
    ],
    [
      'create_component',
      { key: '5', html: '' },
      'key must not be a number, since records are also addressed by id.',
    ],
    ['dry_run_flow', { flow_key: 'a' }, 'person is required.'],
    ['dry_run_flow', { flow_key: 'a', person: -1 }, 'person must be at least 1.'],
    ['dry_run_flow', { flow_key: 'a', person: 1.5 }, 'person must be text or a whole number.'],
    ['dry_run_flow', { flow_key: 'a', person: '' }, 'person must not be blank.'],
    ['dry_run_flow', { flow_key: 'a', person: {} }, 'person must be text or a number.'],
    ['move_run', { run_id: 1 }, 'step is required.'],
    ['upsert_people', { people: [] }, 'people must hold at least 1 entry.'],
    [
      'send_test_email',
      { email_id: 1, to: ['a', 'b', 'c', 'd', 'e', 'f'] },
      'to may hold at most 5 entries.',
    ],
    ['tag_people', { add_tags: ['a'], everybody: false }, 'everybody must be true.'],
    ['list_people', { q: 'x'.repeat(255) }, 'q may be at most 254 characters long.'],
  ] as const)('%s %j', (name, input, detail) => {
    expect(refused(name, input).detail).toBe(detail);
  });

  it('THEME-22 names a key that JSON can hold but an object drops', () => {
    const input = JSON.parse('{"name":"a","variables":{"__proto__":{"light":"#fff"}}}');
    const { members } = refused('create_theme', input);
    expect(members.errors).toMatchObject([{ path: 'variables.__proto__', code: 'key_unknown' }]);
  });
});
