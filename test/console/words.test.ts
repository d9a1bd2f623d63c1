import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  filterWords,
  noNames,
  tagWords,
  themeWords,
  variablesOf,
} from '@postroad/console/content/editor/vocabulary';
import { triggerSentences } from '@postroad/console/flows/trigger-sentence';
import { fieldsOf } from '@postroad/console/operations/fields';
import { codeNames, labelOf, valueKeys } from '@postroad/console/platform/value-words';
import { de } from '@postroad/console/words/de';
import { en } from '@postroad/console/words/en';
import { type CheckCode, checkTexts } from '@postroad/core/account/checks/check-texts';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import { leafTexts } from '@postroad/core/catalog/describe/condition-texts';
import type { SlimSchema } from '@postroad/core/catalog/input-schema';
import { comparisonOperators } from '@postroad/core/conditions/compare';
import { dateOperators } from '@postroad/core/conditions/date-compare';
import { predicates } from '@postroad/core/conditions/predicates';
import { conditionTypes } from '@postroad/core/conditions/types/table';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { timedTriggerTypes } from '@postroad/core/flows/definition/trigger';
import { outcomes } from '@postroad/core/flows/interpreter/run';
import { renewalIntervals } from '@postroad/core/flows/renewals/renewal-trigger';
import { stepTypeNames, stepTypes } from '@postroad/core/flows/steps/table';
import { dateTrigger } from '@postroad/core/flows/triggers/date';
import { dateRepeats } from '@postroad/core/flows/triggers/date-trigger';
import { renewalTrigger } from '@postroad/core/flows/triggers/renewal';
import { scheduleTrigger } from '@postroad/core/flows/triggers/schedule';
import { segmentTrigger } from '@postroad/core/flows/triggers/segment';
import { segmentMoves } from '@postroad/core/flows/triggers/segment-trigger';
import { issueCodes } from '@postroad/core/flows/validate/codes';
import { plainTargets } from '@postroad/core/people/import/plain-targets';
import { durationUnits } from '@postroad/core/platform/duration';
import { isObject } from '@postroad/core/platform/json';
import { problemCodes, problemMeanings } from '@postroad/core/platform/problem';
import { frequencyCapReason, holdReasons, skipReasons } from '@postroad/core/queue/hold-reasons';
import { describe, expect, it } from 'vitest';
import { projectTree } from '../support/repository.ts';

const placeholders = (text: string) =>
  [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

const isField = (key: string) => key.startsWith('field.');

const isValue = (key: string) => key.startsWith('value.');

/** Sentences of the service, which English takes as they come. */
const isSaid = (key: string) => key.startsWith('said.');

it('CON-21 has every word in German too, with the same values in it', () => {
  const others = (words: object) =>
    Object.keys(words).filter((key) => !isField(key) && !isSaid(key) && !isValue(key));
  expect(others(de)).toEqual(others(en));
  for (const key of Object.keys(en) as (keyof typeof en)[]) {
    expect(placeholders(de[key]), key).toEqual(placeholders(en[key]));
    expect(de[key].trim(), key).not.toBe('');
  }
});

/** Words that German has another word for here; what people may search for is theirs. */
const otherWords: Readonly<Record<string, RegExp>> = {
  ID: /(?<![\p{L}])Ids?(?![\p{L}])/u,
  Token: /(?<!(?:des|eines) )Tokens(?![\p{L}])/iu,
  Label: /Etikett/u,
  Eintrag: /Daten[sS]atz|Datensätze/u,
  Knopf: /Schaltfläche/u,
  fehlgeschlagen: /gescheiter|scheiter[tn]/iu,
  gesendet: /versandt|^(?:wird )?ver(?:schickt|sendet)$/iu,
  zurückgehalten: /geparkt/iu,
  pausiert: /^(?:Der Ablauf|Das Rundschreiben)[^.:]* ist angehalten/u,
  Zeitleiste: /Zeitstrahl/u,
  Mails: /(?<![\p{L}])(?:Post|Werbepost|Massenpost)(?![\p{L}])/u,
  Einzelheiten: /passenden Angaben/u,
  erfassen: /auf(?:ge)?zeichn/iu,
  erzeugen: /(?<![\p{L}])(?:neu|nicht) übersetz/iu,
  'dauerhaft unzustellbar': /(?:endgültig|vorerst) unzustellbar/iu,
  Testphase: /Probezeit/u,
  Berechtigung: /Token[^.]* (?:Bereich|Umfang)/u,
  Sie: /(?<![\p{L}])(?:[Dd]u|[Dd]ich|[Dd]ir|[Dd]ein\p{L}*)(?![\p{L}])/u,
  'das Tag': /(?<![\p{L}])(?:(?:jeder|der) Tag (?:steht|„|[a-z-]+ für)|mehr als einen Tag)/iu,
};

it.each(Object.entries(otherWords))('CON-21 says %s in German, and no other word', (_, other) => {
  const found = Object.entries(de).filter(
    ([key, text]) => !key.startsWith('also.') && other.test(text),
  );
  expect(found).toEqual([]);
});

/** With a capital it means the reader alone: what an application, a sequence or a file has is "ihr". */
it('CON-21 says "Ihr" in German of what is yours, and of nothing else', () => {
  const englishOf = (key: string) =>
    wordsOf(en, key) ?? (key.startsWith('said.text.') ? key : undefined);
  const found = Object.entries(de).filter(
    ([key, german]) =>
      /(?<!\p{L})Ihr(?:e[mnrs]?)?(?!\p{L})/u.test(german) &&
      !/\byou/i.test(englishOf(key) ?? 'your'),
  );
  expect(found).toEqual([]);
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
  const dynamic = [...sources.matchAll(/\b(?:tn?|wordsUnder)\(`([\w.]+)\$\{/g)].map(
    ([, prefix]) => prefix ?? '',
  );
  const unused = Object.keys(en).filter(
    (key) =>
      !/^(?:noun|verb|field|value|hint|condition)\./.test(key) &&
      !sources.includes(`'${key}'`) &&
      !dynamic.some((prefix) => key.startsWith(prefix)),
  );
  expect(unused).toEqual([]);
});

it('has words for everything that a column of an import sets', () => {
  for (const target of plainTargets) expect(Object.keys(en)).toContain(`import.target.${target}`);
});

it('has words for every noun and verb of the catalog', () => {
  const wanted = operationNames.flatMap((name) => {
    const { noun, verb } = operationNamed(name);
    return [`noun.${noun}`, `verb.${verb}`];
  });
  expect([...new Set(wanted)].filter((key) => !Object.hasOwn(en, key))).toEqual([]);
});

/** Every member of a schema, however deep. */
function membersIn(schema: SlimSchema, found: Set<string>): void {
  const { properties = {}, items, anyOf = [], oneOf = [], additionalProperties } = schema;
  for (const [name, member] of Object.entries(properties)) {
    found.add(name);
    membersIn(member, found);
  }
  const inner = [...anyOf, ...(oneOf as unknown[]), additionalProperties, items];
  for (const one of inner.filter(isObject)) membersIn(one as SlimSchema, found);
}

/** Every field that a form, a table or a record of the catalog can show. */
function fieldsOfCatalog(): string[] {
  const found = new Set<string>();
  for (const name of operationNames) {
    const { input, output } = contractSchemasOf(name);
    membersIn(input, found);
    membersIn(output, found);
  }
  return [...found].sort();
}

/** What the editor of conditions names: keys without "_id", as it shows them. */
const conditionKeys = Object.values(leafTexts).flatMap(({ keys }) =>
  Object.keys(keys).map((key) => key.replace(/_id$/, '')),
);

/** What the panel of a trigger names. */
const triggerKeys = [dateTrigger, renewalTrigger, scheduleTrigger, segmentTrigger].flatMap(
  ({ keys }) => keys,
);

/** What the form of a step names, with what is inside of a duration, of a gate and of a split. */
const stepFields = [
  ...Object.values(stepTypes).flatMap(({ fields }) => Object.keys(fields)),
  ...['setting', 'amount', 'unit', 'occurrence', 'match', 'weight'],
].map((key) => key.replace(/_id$/, ''));

const wordsOf = (words: object, key: string) => (words as Record<string, string>)[key];

describe('CON-21 words of fields and conditions', () => {
  const fields = [
    ...new Set([...fieldsOfCatalog(), ...conditionKeys, ...triggerKeys, ...stepFields]),
  ];

  it('CON-21 has a German word for every field of every contract', () => {
    expect(fields.length).toBeGreaterThan(400);
    expect(fields.filter((name) => !wordsOf(de, `field.${name}`)?.trim())).toEqual([]);
  });

  it('CON-21 has an English word for every field, or its name with spaces and a capital', () => {
    const shown = fields.map((name) => wordsOf(en, `field.${name}`) ?? labelOf(name));
    expect(shown.filter((words) => !/^[A-Z][\w ():]*$/.test(words))).toEqual([]);
    const needless = fields.filter((name) => wordsOf(en, `field.${name}`) === labelOf(name));
    expect(needless).toEqual([]);
  });

  it('CON2-05 names the variables of themes as the API does', () => {
    const labels = themeVocabulary.map(({ name, label }) => [`theme.variable.${name}`, label]);
    const named = Object.entries(en).filter(([key]) => key.startsWith('theme.variable.'));
    expect(named).toEqual(labels);
  });

  /** What a field of one operation is called where it means something else than elsewhere. */
  const ownFields = operationNames.flatMap((name) => {
    const { input, output } = contractSchemasOf(name);
    const shown = new Set<string>();
    membersIn(output, shown);
    return [...fieldsOf(input).map((field) => field.name), ...shown].map(
      (field) => `${name}.${field}`,
    );
  });

  it('CON-21 has words for no field that is not there', () => {
    const named = [...Object.keys(de), ...Object.keys(en)].filter(isField);
    const known = new Set([...fields, ...ownFields]);
    expect(named.filter((key) => !known.has(key.slice('field.'.length)))).toEqual([]);
  });

  it('CON-21 has words for every type of condition and every way to compare', () => {
    const expected = [
      ...Object.keys(conditionTypes).map((type) => `condition.type.${type}`),
      ...[
        ...comparisonOperators,
        ...dateOperators,
        ...durationUnits,
        ...Object.keys(predicates),
      ].map((choice) => `condition.choice.${choice}`),
    ];
    for (const words of [en, de]) {
      const found = Object.keys(words).filter((key) => key.startsWith('condition.'));
      expect(found.toSorted()).toEqual(expected.toSorted());
    }
  });
});

/** Every code that a member of a schema holds, with the name of the member. */
function codesIn(schema: SlimSchema, name: string, found: Map<string, [string, string]>): void {
  const { enum: codes = [], properties = {}, items, anyOf = [], oneOf = [] } = schema;
  for (const code of codes) found.set(`${name}.${code}`, [name, String(code)]);
  for (const [key, member] of Object.entries(properties)) codesIn(member, key, found);
  const inner = [...anyOf, ...(oneOf as unknown[]), items, schema.additionalProperties];
  for (const one of inner.filter(isObject)) codesIn(one as SlimSchema, name, found);
}

describe('CON-21 words of codes', () => {
  const choices = new Map<string, [string, string]>();
  const shown = new Map<string, [string, string]>();
  for (const operation of operationNames) {
    const { input, output } = contractSchemasOf(operation);
    for (const { name, choices: codes } of fieldsOf(input)) {
      for (const code of codes) choices.set(`${name}.${code}`, [name, code]);
    }
    codesIn(output, '', shown);
  }
  for (const [name, codes] of Object.entries({
    ...{ unit: durationUnits, interval: renewalIntervals, repeat: dateRepeats, on: segmentMoves },
    ...{ occurrence: ['next_occurrence', 'any_past'], trigger: ['event', ...timedTriggerTypes] },
  })) {
    for (const code of codes) choices.set(`${name}.${code}`, [name, code]);
  }
  const isWorded = ([name, code]: [string, string]) =>
    name === 'sort'
      ? wordsOf(de, `field.${code.replace('-', '')}`) !== undefined
      : valueKeys(code, name).some((key) => wordsOf(de, key)?.trim());

  it('CON-21 has a German word for every choice that a form or a filter gives', () => {
    expect(choices.size).toBeGreaterThan(120);
    expect([...choices].filter(([, one]) => !isWorded(one)).map(([key]) => key)).toEqual([]);
  });

  it('CON-21 has a German word for every code that a table or a record shows', () => {
    const coded = [...shown].filter(([, [name]]) => codeNames.has(name));
    expect(coded.length).toBeGreaterThan(150);
    expect(coded.filter(([, one]) => !isWorded(one)).map(([key]) => key)).toEqual([]);
  });

  it('CON-21 says in English what a code does not say itself, and nothing else', () => {
    const codes = Object.entries(en).filter(([key]) => isValue(key));
    expect(codes.filter(([key, words]) => key === `value.${words}`)).toEqual([]);
    expect(codes.filter(([key]) => !Object.hasOwn(de, key))).toEqual([]);
    const program = [...choices.values(), ...shown.values()]
      .filter(
        ([name, code]) =>
          code.includes('_') && (codeNames.has(name) || choices.has(`${name}.${code}`)),
      )
      .filter(
        ([name, code]) => name !== 'sort' && !valueKeys(code, name).some((key) => wordsOf(en, key)),
      );
    expect(program).toEqual([]);
  });
});

/** What says why an email does not compile, whose words the service passes on. */
const librarySources = ['liquidjs', '@css-inline/css-inline-wasm/index_bg.wasm'].map((name) =>
  readFileSync(createRequire(import.meta.url).resolve(name), 'latin1'),
);

describe('CON-21 sentences of the service', () => {
  const german = (key: string) => wordsOf(de, `said.${key}`) ?? '';

  it('CON-21 says every result of a check in German, with the same values in it', () => {
    for (const [code, text] of Object.entries(checkTexts)) {
      const parts: Record<string, string> = { [code]: text.text };
      if ('one' in text) parts[`${code}.one`] = text.one;
      if ('fix' in text) parts[`${code}.fix`] = text.fix;
      for (const [key, english] of Object.entries(parts)) {
        expect(german(`check.${key}`).trim(), key).not.toBe('');
        const values = placeholders(german(`check.${key}`));
        expect(values, key).toEqual(placeholders(english));
      }
    }
  });

  it('CON-21 keeps in German the numbers and names that a result of a check has in English', () => {
    const kept = (text: string) =>
      [...new Set(text.match(/\b(?:\d+|[A-Z][A-Z_]{2,}|[a-z]+(?:_[a-z]+)+)\b/g))].sort();
    for (const code of Object.keys(checkTexts) as CheckCode[]) {
      const text: { text: string; fix?: string } = checkTexts[code];
      expect(kept(german(`check.${code}`)), code).toEqual(kept(text.text));
      expect(kept(german(`check.${code}.fix`)), code).toEqual(kept(text.fix ?? ''));
    }
  });

  it('CON-21 says every issue of a flow and a condition in German, and what to do', () => {
    for (const code of Object.keys(issueCodes)) {
      for (const key of [`issue.${code}`, `issue.${code}.fix`]) {
        expect(german(key).trim(), key).not.toBe('');
        for (const value of placeholders(german(key))) {
          expect(['name', 'key', 'value'], key).toContain(value);
        }
      }
    }
  });

  it('CON-21 says every type of trigger in German, whole and with something missing', () => {
    expect(Object.keys(triggerSentences)).toEqual(['event', ...timedTriggerTypes]);
    for (const { name } of Object.values(triggerSentences)) {
      expect(german(`trigger.${name}.incomplete`).trim(), name).not.toBe('');
    }
  });

  it('CON-21 names every type of step in German', () => {
    for (const type of stepTypeNames) {
      expect(wordsOf(de, `canvas.type.${type}`)?.trim(), type).toBeTruthy();
    }
  });

  it('CON-21 says what every type of condition means in German', () => {
    for (const type of Object.keys(conditionTypes)) {
      expect(german(`condition.${type}`).trim(), type).not.toBe('');
    }
  });

  it('CON-21 says what every key of a condition takes in German', () => {
    for (const [type, { keys }] of Object.entries(leafTexts)) {
      for (const key of Object.keys(keys)) {
        const words = german(`conditionKey.${type}.${key}`) || german(`conditionKey.${key}`);
        expect(words.trim(), `${type}.${key}`).not.toBe('');
      }
    }
  });

  it('CON-21 says in German why mail is held or skipped, and what became of a step', () => {
    const reasons = [holdReasons, skipReasons].flatMap((all) => Object.values(all));
    for (const reason of [...reasons, frequencyCapReason]) {
      const text = typeof reason === 'string' ? reason : (reason as (of: string) => string)('¦');
      const pattern = text.replaceAll(/¦|undefined/g, '{}');
      const known = Object.keys(de).map((key) => key.replaceAll(/\{\w+\}/g, '{}'));
      expect(known, text).toContain(`said.text.${pattern}`);
    }
    for (const outcome of [...outcomes, 'canceled', 'moved', 'retried']) {
      expect(german(`outcome.${outcome}`).trim(), outcome).not.toBe('');
    }
  });

  /** Sentences without a code are known by their English form, so each has to be one of the service. */
  it('CON-21 knows no sentence that the service does not say, and keeps no value that it does not give', () => {
    const source = [
      ...[...projectTree()]
        .filter(([path]) => /^(?:core|service|mail|store|http)\/src\//.test(path))
        .map(([, text]) => text),
      ...librarySources,
    ].join('\n');
    const isMadeOf = (words: readonly string[], parts: number): boolean =>
      words.length === 0 ||
      (parts > 0 &&
        words.some(
          (_, index) =>
            source.includes(words.slice(0, words.length - index).join(' ')) &&
            isMadeOf(words.slice(words.length - index), parts - 1),
        ));
    const texts = Object.keys(de).filter((key) => key.startsWith('said.text.'));
    expect(texts.length).toBeGreaterThan(100);
    const unknown = texts
      .map((key) => key.slice('said.text.'.length))
      .filter((english) =>
        english
          .split(/\{\w+\}/)
          .map((piece) => piece.match(/[\w'-]+[\w' ,;:-]*[\w'-]/)?.[0].split(' ') ?? [])
          .some((words) => !isMadeOf(words, 4)),
      );
    expect(unknown).toEqual([]);
    for (const key of texts) {
      const given = placeholders(key);
      for (const value of placeholders(wordsOf(de, key) ?? '')) expect(given, key).toContain(value);
    }
  });

  it('CON-21 says in German what each variable, filter and tag of a text means', () => {
    const words = [...variablesOf(noNames), ...themeWords, ...filterWords, ...tagWords];
    expect(words.length).toBeGreaterThan(150);
    expect(words.filter(({ key = '' }) => !wordsOf(de, key)?.trim())).toEqual([]);
    const rooms = /^said\.(?:variable|filter|tag)\./;
    const known = [...words.map(({ key }) => key), 'said.variable.event.details.*'];
    expect(Object.keys(de).filter((key) => rooms.test(key) && !known.includes(key))).toEqual([]);
  });

  it('CON-21 has a German sentence for every code of a refusal', () => {
    expect(problemCodes.filter((code) => !german(`problem.${code}`).trim())).toEqual([]);
  });

  it('CON-21 has no sentence for a code that is not there', () => {
    const codes: Readonly<Record<string, object>> = {
      ...{ check: checkTexts, issue: issueCodes, problem: problemMeanings },
    };
    const unknown = Object.keys(de).filter((key) => {
      const [, room = '', code = ''] = key.split('.');
      return isSaid(key) && codes[room] !== undefined && !Object.hasOwn(codes[room], code);
    });
    expect(unknown).toEqual([]);
  });
});

describe('CON-21 hints of fields', () => {
  /** What forms that write ask. */
  const fields = operationNames.flatMap((name) => {
    if (operationNamed(name).safety === 'read') return [];
    return fieldsOf(contractSchemasOf(name).input).map((field) => ({
      isDescribed: field.description !== null,
      own: `hint.${name}.${field.name}`,
      shared: `hint.${field.name}`,
    }));
  });
  /** Of those, what contracts say something about. */
  const asked = fields.filter(({ isDescribed }) => isDescribed);

  it('CON-21 has one for every field that a contract says something about', () => {
    const missing = asked.filter(
      ({ own, shared }) => !Object.hasOwn(en, own) && !Object.hasOwn(en, shared),
    );
    expect(missing.map(({ own }) => own)).toEqual([]);
  });

  it('CON-21 says in German what every field takes that is only read by, and what a theme sets', () => {
    const noted = operationNames
      .filter((name) => operationNamed(name).safety === 'read')
      .flatMap((name) =>
        fieldsOf(contractSchemasOf(name).input)
          .filter((field) => !Object.hasOwn(en, `hint.${name}.${field.name}`))
          .flatMap(({ description }) => description ?? []),
      );
    const notes = new Set([...noted, ...themeVocabulary.map(({ help }) => help)]);
    expect([...notes].filter((note) => !wordsOf(de, `said.note.${note}`)?.trim())).toEqual([]);
    const known = Object.keys(de).filter((key) => key.startsWith('said.note.'));
    expect(known.filter((key) => !notes.has(key.slice('said.note.'.length)))).toEqual([]);
  });

  it('CON-21 has a hint for every field of a step', () => {
    const keys = Object.values(stepTypes).flatMap(({ fields }) => Object.keys(fields));
    expect(keys.filter((key) => !Object.hasOwn(en, `canvas.hint.${key}`))).toEqual([]);
  });

  it('CON-21 has none for a field that is not there', () => {
    const known = new Set([...fields.map(({ own }) => own), ...asked.map(({ shared }) => shared)]);
    const hints = Object.keys(en).filter((key) => key.startsWith('hint.'));
    expect(hints.filter((key) => !known.has(key))).toEqual([]);
  });

  it('CON-21 has none in the words of a program', () => {
    const hints = Object.entries(en).filter(([key]) => key.startsWith('hint.'));
    expect(
      hints.filter(([, words]) => /\bnull\b|\[\]|describe_schema|\b409\b/.test(words)),
    ).toEqual([]);
  });
});
