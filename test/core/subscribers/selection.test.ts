import type { PreferenceToggle } from '@postroad/core/account/preference-toggle';
import { nobody } from '@postroad/core/conditions/facts';
import { isOn, readSelection, toggleChange } from '@postroad/core/subscribers/selection';
import { expect, it } from 'vitest';

const toggle = (id: string): PreferenceToggle => ({
  ...{ id, label: id, condition: { type: 'has_tag', tag: id } },
  on: [
    { type: 'add_tag', tag: id },
    { type: 'remove_tag', tag: `not ${id}` },
    { type: 'set_field', field: 'level', value: 2 },
  ],
  off: [
    { type: 'remove_tag', tag: id },
    { type: 'clear_field', field: 'level' },
  ],
});

const toggles = [toggle('news'), toggle('__proto__'), toggle('constructor')];
const whole = JSON.parse('{"news": true, "__proto__": false, "constructor": true}');

it('SUB-19 reads a selection of every toggle, whatever they are called', () => {
  const { selection, errors } = readSelection(toggles, whole);
  expect(errors).toEqual([]);
  expect([...selection]).toEqual([
    ['news', true],
    ['__proto__', false],
    ['constructor', true],
  ]);
});

it.each([
  [{}, ['missing', 'missing', 'missing']],
  [{ ...whole, extra: true }, ['unknown']],
  [{ ...whole, news: 'true' }, ['value_invalid']],
  [{ ...whole, news: 1 }, ['value_invalid']],
  [{ news: true }, ['missing', 'missing']],
])('SUB-19 refuses %j', (given, codes) => {
  const { errors } = readSelection(toggles, given as Record<string, unknown>);
  expect(errors.map(({ code }) => code)).toEqual(codes);
  for (const { path } of errors) expect(path).toMatch(/^selections\./);
});

it('SUB-26 a side runs its whole list', () => {
  expect(toggleChange(toggle('news'), true)).toEqual({
    ...{ add_tags: ['news'], remove_tags: ['not news'], fields: { level: 2 } },
  });
  expect(toggleChange(toggle('news'), false)).toEqual({
    ...{ add_tags: [], remove_tags: ['news'], fields: { level: null } },
  });
});

it('shows a toggle as on where its condition holds', () => {
  const facts = (tags: string[]) => ({
    person: { ...nobody, tags: new Set(tags) },
    known: new Map(),
    segments: new Map(),
  });
  expect(isOn(toggle('news'), facts(['news']), new Date(0))).toBe(true);
  expect(isOn(toggle('news'), facts(['other']), new Date(0))).toBe(false);
});
