import { de } from '@postroad/console/words/de';
import { en } from '@postroad/console/words/en';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { expect, it } from 'vitest';
import { projectTree } from '../support/repository.ts';

const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

it('has every word in German too, with the same values in it', () => {
  expect(Object.keys(de)).toEqual(Object.keys(en));
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(placeholders(de[key]), key).toEqual(placeholders(en[key]));
    expect(de[key].trim(), key).not.toBe('');
  }
});

/** Sentences that are written in a screen would have one language only. */
it('has no words of its own in a screen', () => {
  const found = [...projectTree()]
    .filter(([path]) => /^console\/src\/(?!words\/).*\.tsx$/.test(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+)[.\s]*</g)].map(
        ([, words]) => `${path}: ${words}`,
      ),
    );
  expect(found).toEqual([]);
});

it('uses every word', () => {
  const sources = [...projectTree()]
    .filter(([path]) => /^console\/src\/(?!words\/).*\.tsx?$/.test(path))
    .map(([, text]) => text)
    .join('\n');
  const dynamic = [...sources.matchAll(/t\(`([\w.]+)\$\{/g)].map(([, prefix]) => prefix ?? '');
  const unused = Object.keys(en).filter(
    (key) =>
      !/^(?:noun|verb)\./.test(key) &&
      !sources.includes(`'${key}'`) &&
      !dynamic.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

it('has words for every noun and verb of the catalog', () => {
  const wanted = operationNames.flatMap((name) => {
    const { noun, verb } = operationNamed(name);
    return [`noun.${noun}`, `verb.${verb}`];
  });
  expect([...new Set(wanted)].filter((key) => !Object.hasOwn(en, key))).toEqual([]);
});
