import { best, type Names, wordsOf } from '@postroad/console/app/find-by-name';
import { de } from '@postroad/console/words/de';
import { en } from '@postroad/console/words/en';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { describe, expect, it } from 'vitest';

type Words = Readonly<Record<string, string | undefined>>;

const languages: Record<string, Words> = { en, de };

/** The names that the palette gives an operation. */
const namesIn =
  (words: Words) =>
  (name: (typeof operationNames)[number]): Names => {
    const { noun, verb, summary } = operationNamed(name);
    const also = [`also.do.${name}`, `also.verb.${verb}`, `also.${noun}`];
    const inGerman = `${words[`noun.${noun}`]}: ${words[`verb.${verb}`]}`;
    const title = words === en ? summary.split(/[.;:](?: |$)|, e\.g\./)[0] : inGerman;
    return {
      title: title ?? '',
      also: also.map((key) => words[key] ?? '').join(', '),
      rest: `${name} ${verb} ${summary}`,
    };
  };

function found(language: string, text: string): string[] {
  const words = languages[language] ?? en;
  const typed = wordsOf(text, words['palette.fillers'] ?? '');
  return best(operationNames, typed, namesIn(words))
    .slice(0, 8)
    .map(({ of }) => of);
}

describe('CON2-13 the palette finds actions by what people call them', () => {
  it.each([
    ['en', 'unsubscribe someone', 'update_person'],
    ['en', 'newsletter', 'create_broadcast'],
    ['en', 'send a newsletter', 'send_broadcast_now'],
    ['en', 'template', 'create_email'],
    ['en', 'stop sending', 'hold_sending'],
    ['en', 'GDPR', 'delete_person'],
    ['en', 'add a colleague', 'invite_operator'],
    ['en', 'api key', 'create_token'],
    ['en', 'undo', 'revert_change'],
    ['en', 'upload contacts', 'import_people'],
    ['en', 'create_segment', 'create_segment'],
    ['de', 'jemanden abmelden', 'update_person'],
    ['de', 'Newsletter', 'create_broadcast'],
    ['de', 'Vorlage', 'create_email'],
    ['de', 'nicht mehr senden', 'hold_sending'],
    ['de', 'DSGVO', 'delete_person'],
    ['de', 'Kollegin', 'invite_operator'],
    ['de', 'stop sending', 'hold_sending'],
  ])('CON2-13 in %s: “%s” finds %s', (language, text, wanted) => {
    expect(found(language, text)).toContain(wanted);
  });

  it('CON2-13 says under which name something was found, and puts its own name first', () => {
    const things: Names[] = [
      { title: 'Emails', also: 'templates, texts', rest: '' },
      { title: 'Template of a page', also: '', rest: '' },
      { title: 'Themes', also: 'fonts', rest: 'template' },
    ];
    expect(best(things, ['template'], (one) => one)).toEqual([
      { of: things[1], called: null },
      { of: things[0], called: 'templates' },
      { of: things[2], called: null },
    ]);
    expect(best(things, ['template', 'fonts'], (one) => one)).toEqual([
      { of: things[2], called: null },
    ]);
    expect(best(things, ['nothing'], (one) => one)).toEqual([]);
  });

  it('CON2-13 has other names only for what there is', () => {
    const known = new Set(
      operationNames.flatMap((name) => {
        const { noun, verb } = operationNamed(name);
        return [`also.${noun}`, `also.verb.${verb}`, `also.do.${name}`];
      }),
    );
    const keys = Object.keys(en).filter((key) => key.startsWith('also.') && key !== 'also.now');
    expect(keys.filter((key) => !known.has(key))).toEqual([]);
  });
});
