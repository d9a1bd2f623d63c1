import { prepareTemplate } from '@postroad/core/content/render/template';
import {
  type OwnValues,
  pickValues,
  unpickValues,
  usedValues,
} from '@postroad/core/content/render/used-values';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compiledSample, everyConstruct, samplePerson } from '../../../support/sample-mail.ts';
import { template } from './template-grammar.ts';

function compileOf(html: string, subject = '') {
  return { subject, pre_header: '', html, text: '' };
}

function outcome(html: string, values: OwnValues): string {
  try {
    return JSON.stringify(prepareTemplate(compileOf(html)).fill({ ...samplePerson, ...values }));
  } catch (error) {
    return String(error);
  }
}

/** The values as they come back from where they are kept. */
function kept(html: string, values: OwnValues): OwnValues {
  const picked = pickValues(usedValues(compileOf(html)), values);
  return unpickValues(JSON.parse(JSON.stringify(picked)), values.person.id);
}

const value = fc.oneof(
  fc.constantFrom<unknown>(null, '', 'text', 0, 12.5, true, [1, 'a'], { key: 'deep', a: [] }),
);
const members = fc.dictionary(
  fc.constantFrom('a', 'x', 'key', 'text', 'size', 'first', 'item', 'plan'),
  value,
  { maxKeys: 4, noNullPrototype: true },
);
const values: fc.Arbitrary<OwnValues> = fc.record({
  person: fc.record({
    id: fc.constant(7),
    email: fc.constant('ada@example.com'),
    first_name: fc.constantFrom(null, 'Ada'),
    last_name: fc.constantFrom(null, 'Lovelace'),
    timezone: fc.constantFrom(null, 'Asia/Tokyo'),
    fields: members,
    tags: fc.constantFrom([], ['vip']),
  }),
  event: fc.option(fc.record({ name: fc.constant('bought'), details: members })),
  data: fc.option(members),
  automation: fc.constant(null),
});
const ownRoots = ['person', 'person.fields', 'event', 'event.details', 'data'];
const ownTemplate = fc
  .tuple(template, fc.constantFrom(...ownRoots))
  .map(([source, root]) => source.replace(/\b(?:list|text|object|many)\b/g, root));

it('SENT-02 what is kept of the values renders as all of them do', () => {
  const same = fc.property(ownTemplate, values, (html, found) => {
    const all = structuredClone(found);
    expect(outcome(html, kept(html, all))).toBe(outcome(html, all));
  });
  fc.assert(same, { numRuns: 400 });
});

it.each([
  ['{{person.first_name-}} {{-person.fields.plan}}', ['email', 'first_name', 'fields']],
  ['{% assign p = person %}{{ p.last_name }}', Object.keys(samplePerson.person)],
  ['{{ person["first_name"] }}', Object.keys(samplePerson.person)],
  ['{{ ["person"].first_name }}', Object.keys(samplePerson.person)],
  ['{{ person .first_name }}', Object.keys(samplePerson.person)],
  ['{{ person.fields.size }}', ['email', 'fields']],
  ['{{ person.fields.café }}', ['email', 'fields']],
  ['{% raw %}{{ person.first_name }}{% endraw %} person.tags', ['email']],
  ['Nothing', ['email']],
])('SENT-04 of %s it keeps what may be read', (html, members) => {
  const all = { ...samplePerson, event: null };
  const { person } = kept(html, all);
  const picked = pickValues(usedValues(compileOf(html)), all).person as object;
  expect(Object.keys(picked).sort()).toEqual([...members].sort());
  expect(outcome(html, { ...all, person })).toBe(outcome(html, all));
});

it('SENT-04 keeps the fields and details that are read, and no other', () => {
  const html = '{{ person.fields.plan }}{{ event.details.plan.name }}{{ event.name }}';
  expect(pickValues(usedValues(compileOf(html)), samplePerson)).toEqual({
    person: { email: 'ada@example.com', fields: { plan: 'team' } },
    event: { name: 'signed_up', details: { plan: 'team' } },
  });
  const sample = compiledSample(everyConstruct);
  expect(pickValues(usedValues(sample), samplePerson)).toEqual({
    person: { email: 'ada@example.com', first_name: 'Ada' },
    event: { details: { items: samplePerson.event?.details.items } },
  });
});
