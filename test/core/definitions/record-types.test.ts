import { recordTypes } from '@postroad/core/definitions/record-types';
import { fileText } from '@postroad/core/definitions/text/front-matter';
import { compileTrigger } from '@postroad/core/flows/definition/trigger';
import { satisfyingEvent } from '@postroad/core/flows/interpreter/satisfying-event';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { anyCharacter, runs } from '../../support/property-tests.ts';

const text = fc.oneof(
  fc.string({ unit: anyCharacter }).filter((one) => one.isWellFormed()),
  fc.constantFrom(
    '',
    '\n',
    '\n\nx',
    '---\n',
    '<style>a</style>',
    ' <STYLE>\n</STYLE>b',
    '</style>',
    'x\n\n\n',
  ),
);

const same = (a: string, b: string) => expect(a).toBe(b);

it('DEFN-03, DEFN-07 reads an email and a component back as they were written', () => {
  const law = fc.property(text, text, (title, body) => {
    const head = {
      id: 5,
      key: 'five',
      title,
      subject: title,
      pre_header: '',
      from_address: null,
      reply_to: null,
      labels: [title],
    };
    const kind = 'transactional' as const;
    const email = {
      ...head,
      template_id: null,
      tracking: false,
      kind,
      translations: {},
      body_markdown: body,
    };
    const written = recordTypes.email.write(email);
    expect(recordTypes.email.read(written).value).toEqual({
      ...email,
      // A file without the line leaves the address that answers go to as it is.
      reply_to: undefined,
      translations: undefined,
      body_markdown: fileText(body),
    });
    const piece = recordTypes.component.write({ key: 'a', name: title, html: body });
    expect(recordTypes.component.read(piece).value).toEqual({
      key: 'a',
      name: title,
      html: fileText(body),
    });
  });
  fc.assert(law, { numRuns: runs(300) });
});

it('DEFN-07 writes a template again as it was read, whatever its CSS and markup hold', () => {
  const law = fc.property(text, text, (css, html) => {
    const record = { id: 5, key: 'x', name: 'x', theme: null, is_default: false, css, html };
    const written = recordTypes.template.write(record);
    const { css: own, html: page } = recordTypes.template.read(written).value;
    const again = recordTypes.template.write({ ...record, css: String(own), html: String(page) });
    same(again, written);
    if (!/<\/style/i.test(css)) same(String(own), fileText(css).trim());
  });
  fc.assert(law, { numRuns: runs(500) });
});

const value = fc.oneof(fc.constantFrom('pro', '5', '', 'a b', 7, 0, -3, 2.5, true, false));
const leaf = fc.record({
  detail: fc.constantFrom('plan', 'seats'),
  op: fc.constantFrom(
    'equals',
    'contains',
    'starts_with',
    'ends_with',
    'greater',
    'less',
    'blank',
    'present',
  ),
  value,
});
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((all) => ({ all })),
    fc.array(tie('tree'), { minLength: 1, maxLength: 3 }).map((any) => ({ any })),
    tie('tree').map((not) => ({ not })),
  ),
}));

it('DEFN-15 finds no event but one that starts the flow', () => {
  let found = 0;
  const numRuns = runs(500);
  const law = fc.property(tree, (match) => {
    const trigger = { event: 'x', match };
    const event = satisfyingEvent(trigger);
    if (event === null) return;
    found += 1;
    expect(compileTrigger(trigger)(event).matched).toBe(true);
  });
  fc.assert(law, { numRuns, seed: 1 });
  // Some trees contradict themselves, most do not.
  expect(found).toBeGreaterThan(numRuns * 0.6);
});

it.each([
  [{ detail: 'a', op: 'equals', value: 'x' }, { a: 'x' }],
  [
    {
      all: [
        { detail: 'a', op: 'greater', value: 5 },
        { detail: 'b', op: 'blank' },
      ],
    },
    { a: 6 },
  ],
  [{ not: { detail: 'a', op: 'equals', value: 'x' } }, {}],
  [
    {
      any: [
        {
          all: [
            { detail: 'a', op: 'blank' },
            { detail: 'a', op: 'present' },
          ],
        },
        { detail: 'b', op: 'contains', value: 'z' },
      ],
    },
    { b: 'z' },
  ],
  [
    {
      all: [
        { detail: 'a', op: 'starts_with', value: 'x' },
        { detail: 'a', op: 'contains', value: 'q' },
        { detail: 'a', op: 'ends_with', value: 'y' },
        { not: { detail: 'a', op: 'equals', value: 'xqy!' } },
      ],
    },
    { a: 'xqy' },
  ],
  [
    {
      all: [
        { detail: 'n', op: 'greater', value: 5 },
        { detail: 'n', op: 'less', value: 6 },
      ],
    },
    { n: 5.5 },
  ],
])('DEFN-15 satisfies %j with %j', (match, details) => {
  expect(satisfyingEvent({ event: 'x', match })?.details).toEqual(details);
});
