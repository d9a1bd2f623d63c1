import { filterTexts, tagTexts } from '@postroad/core/catalog/describe/liquid-vocabulary';
import { mergeVariables } from '@postroad/core/content/text/merge-context';
import { themeVocabulary } from '@postroad/core/content/themes/vocabulary';

/** The records of the account that a text can name. */
export interface Names {
  components: readonly { key: string; name: string }[];
  fields: readonly { key: string; name: string }[];
  /** Keys of details that events bring. */
  details: readonly string[];
}

export const noNames: Names = { components: [], fields: [], details: [] };

/** A name that can be written, with what it means. */
export interface Word {
  name: string;
  means: string;
  /** Where other languages have its meaning; undefined where people named it themselves. */
  key?: string;
}

/** What a word means, by the words that a language has under a key; null where it has none. */
export type Meaning = (word: Word) => string | null;

/** Every variable by its path; fields and details are those of the account. */
export function variablesOf({ fields, details }: Names): Word[] {
  const known = mergeVariables.flatMap(({ name, description }): Word[] => {
    if (name === 'person.fields.*') {
      return fields.map((field) => ({ name: `person.fields.${field.key}`, means: field.name }));
    }
    if (name === 'event.details.*') {
      return details.map((key) => ({
        ...{ name: `event.details.${key}`, means: description },
        key: 'said.variable.event.details.*',
      }));
    }
    const key = `said.variable.${name}`;
    return name.endsWith('.*') ? [] : [{ name, means: description, key }];
  });
  return known;
}

export const themeWords: readonly Word[] = themeVocabulary.flatMap(({ name, label, type }) => [
  ...(type === 'color' ? ['theme', 'theme.dark'] : ['theme']).map((before) => ({
    ...{ name: `${before}.${name}`, means: label },
    key: `theme.variable.${name}`,
  })),
]);

export const filterWords: readonly Word[] = Object.entries(filterTexts).map(([name, means]) => ({
  ...{ name, means, key: `said.filter.${name}` },
}));
export const tagWords: readonly Word[] = Object.entries(tagTexts).map(([name, means]) => ({
  ...{ name, means, key: `said.tag.${name}` },
}));

/** How a tag is written, with `#{…}` for what is filled in; others end with their name. */
export const tagShapes: Readonly<Record<string, string>> = {
  if: 'if #{value} %}#{}{% endif %}',
  unless: 'unless #{value} %}#{}{% endunless %}',
  for: 'for #{item} in #{list} %}#{}{% endfor %}',
  case: 'case #{value} %}{% when #{"a"} %}#{}{% endcase %}',
  capture: 'capture #{name} %}#{}{% endcapture %}',
  assign: 'assign #{name} = #{value} %}',
  button: 'button label:"#{Open}" url:"#{https://}" style:#{primary} %}',
  component: 'component "#{key}" %}',
  comment: 'comment %}#{}{% endcomment %}',
  raw: 'raw %}#{}{% endraw %}',
};
