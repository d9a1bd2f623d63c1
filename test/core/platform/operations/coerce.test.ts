import { catalog } from '@postroad/core/catalog/catalog';
import { coerceInput } from '@postroad/core/platform/operations/coerce-input';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

type Texts = Record<string, string | string[]>;

describe('coerceInput', () => {
  const cases: [what: string, name: keyof typeof catalog, texts: Texts, input: object][] = [
    ['an integer', 'list_emails', { limit: '20' }, { limit: 20 }],
    ['a sign', 'list_emails', { limit: '-1' }, { limit: -1 }],
    ['1 as true', 'list_emails', { archived: '1' }, { archived: true }],
    ['true', 'list_emails', { archived: 'true' }, { archived: true }],
    ['0 as false', 'list_emails', { archived: '0' }, { archived: false }],
    ['false', 'list_emails', { archived: 'false' }, { archived: false }],
    ['digits of a text', 'list_emails', { q: '12', label: 'true' }, { q: '12', label: 'true' }],
    ['one entry of a list', 'create_email', { labels: 'a' }, { labels: ['a'] }],
    ['key[]', 'create_email', { 'labels[]': 'a' }, { labels: ['a'] }],
    ['repeated keys', 'create_email', { labels: ['a', 'b'] }, { labels: ['a', 'b'] }],
    ['repeated key[]', 'create_email', { 'labels[]': ['a', 'b'] }, { labels: ['a', 'b'] }],
    ['both', 'create_email', { labels: 'a', 'labels[]': 'b' }, { labels: ['a', 'b'] }],
    ['JSON of an object', 'record_event', { details: '{"a":1}' }, { details: { a: 1 } }],
    ['JSON of a list', 'record_events', { events: '[{"a":1}]' }, { events: [{ a: 1 }] }],
    ['objects one by one', 'record_events', { events: ['{"a":1}'] }, { events: [{ a: 1 }] }],
    ['null of a number', 'update_email', { template_id: 'null' }, { template_id: null }],
    ['null as text', 'update_email', { from_address: 'null' }, { from_address: 'null' }],
    ['a path id', 'update_email', { email_id: '7', subject: '7' }, { email_id: 7, subject: '7' }],
  ];
  it.each(cases)('reads %s', (_what, name, texts, input) => {
    expect(coerceInput(catalog[name], texts)).toEqual(input);
  });

  const faults: [texts: Texts, path: string, code: string][] = [
    [{ limit: 'many' }, 'limit', 'type_invalid'],
    [{ limit: '' }, 'limit', 'type_invalid'],
    [{ limit: '1e3' }, 'limit', 'type_invalid'],
    [{ limit: '1e400' }, 'limit', 'type_invalid'],
    [{ limit: '99999999999999999999' }, 'limit', 'too_large'],
    [{ limit: '9007199254740993' }, 'limit', 'too_large'],
    [{ limit: '1.5' }, 'limit', 'type_invalid'],
    [{ limit: ['1', '2'] }, 'limit', 'type_invalid'],
    [{ 'limit[]': '1' }, 'limit[]', 'key_unknown'],
    [{ archived: 'yes' }, 'archived', 'type_invalid'],
    [{ lable: 'a' }, 'lable', 'key_unknown'],
    [Object.fromEntries([['__proto__', 'a']]), '__proto__', 'key_unknown'],
  ];
  it.each(faults)('leaves %j to be reported', (texts, path, code) => {
    const read = () =>
      parseInput(catalog.list_emails.input, coerceInput(catalog.list_emails, texts));
    expect(read).toThrow(
      expect.objectContaining({ members: { errors: [expect.objectContaining({ path, code })] } }),
    );
  });

  it('reads back what a query would say of any integer and text', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), fc.string(), (limit, q) => {
        const texts = { limit: String(limit), q };
        expect(coerceInput(catalog.list_emails, texts)).toEqual({ limit, q });
      }),
    );
  });

  it('never throws and never loses a key', () => {
    const text = fc.oneof(fc.string(), fc.json(), fc.constantFrom('null', '{', '[', '[{', '1e999'));
    const given = fc.dictionary(
      fc.oneof(fc.string(), fc.constantFrom('events', 'events[]', 'details', 'historical')),
      fc.oneof(text, fc.array(text)),
    );
    fc.assert(
      fc.property(given, (texts) => {
        for (const name of ['record_event', 'record_events'] as const) {
          const keys = Object.keys(coerceInput(catalog[name], texts));
          for (const key of Object.keys(texts)) {
            expect(keys.includes(key) || keys.includes(key.slice(0, -2))).toBe(true);
          }
        }
      }),
    );
  });
});
