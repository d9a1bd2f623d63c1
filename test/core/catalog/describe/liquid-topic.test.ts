import { describeSchema, topics } from '@postroad/core/catalog/describe/describe-schema';
import { filterTexts, tagTexts } from '@postroad/core/catalog/describe/liquid-vocabulary';
import { checkLiquid } from '@postroad/core/content/liquid/check-liquid';
import { engines } from '@postroad/core/content/liquid/liquid';
import { mergeVariables } from '@postroad/core/content/text/merge-context';
import { limits } from '@postroad/core/platform/limits';
import { describe, expect, it } from 'vitest';
import { renderBody } from '../../content/compile/compiling.ts';

const names = {
  event_types: [],
  fields: [],
  tags: [],
  themes: [],
  emails: [],
  flows: [],
  products: [],
  segments: [],
  sequences: [],
};
const answer = (part: string | null) => describeSchema('liquid', part, names);

/** Compilation writes these itself. */
const ownTags = new Set(['safe_url', 'component_scope', 'json_document']);

describe('describe_schema liquid', () => {
  it('VER-05 explains every filter and tag of the engine, and no other', () => {
    expect(Object.keys(filterTexts).toSorted()).toEqual(
      Object.keys(engines.html.filters).toSorted(),
    );
    const tags = Object.keys(engines.html.tags).filter((tag) => !ownTags.has(tag));
    expect(Object.keys(tagTexts).toSorted()).toEqual(tags.toSorted());
    expect(answer('filters').rules).toHaveLength(Object.keys(filterTexts).length);
    expect(answer('tags').rules).toHaveLength(tags.length);
  });

  it('lists every merge variable, those of renewals in their own part', () => {
    const told = [null, 'renewal'].flatMap((part) => answer(part).fields.map(({ name }) => name));
    expect(told.toSorted()).toEqual(mergeVariables.map(({ name }) => name).toSorted());
  });

  it.each([null, ...topics.liquid.parts])('part %s is short and its example compiles', (part) => {
    const whole = answer(part);
    expect(JSON.stringify(whole).length).toBeLessThanOrEqual(limits.describeChars);
    const { body_markdown } = whole.example as { body_markdown: string };
    expect(() => renderBody(body_markdown)).not.toThrow();
  });

  it.each(Object.entries(tagTexts))('what it writes for the tag %s is Liquid', (name, text) => {
    const written = text.replaceAll('…', name === 'liquid' ? 'assign a = 1' : '');
    expect(checkLiquid(written, 'body_markdown').errors).toEqual([]);
  });

  it.each([
    ['{{ "" | default: "there" }}', 'there'],
    ['{{ "2027-03-14T15:09:26Z" | date: "%H:%M", "Europe/Paris" }}', '16:09'],
    ['{{ 2400 | money_without_currency }}', '24.00'],
    ['{{ 5 | divided_by: 2 }} {{ 5 | divided_by: 2, true }}', '2.5 2'],
    ['{{ "a,b" | split: "," | array_to_sentence_string }}', 'a and b'],
    ['{{ " a  b " | squish }}|{{ "A b!" | slugify }}', 'a b|a-b'],
    ['{{ "a b" | url_encode }}|{{ "a b/c" | uri_escape }}', 'a+b|a%20b/c'],
    ['{{ person.tags | where_exp: "i", "i == \'vip\'" }}', 'vip'],
    ['{{ "one two" | truncatewords: 1 }}|{{ "abcdef" | slice: 1, 2 }}', 'one...|bc'],
    ['{{ person.tags | push: "x" | pop | shift | join: "," }}', 'beta'],
    ['{{ "5" | to_integer | plus: 1 }}', '6'],
  ])('filters do what it says: %s', (source, expected) => {
    expect(renderBody(source)).toBe(`<p>${expected}</p>`);
  });
});
