import {
  buttonStyles,
  type ThemeVariable,
  themeVocabulary,
} from '../../content/themes/vocabulary.ts';
import { limits } from '../../platform/limits.ts';
import { fieldOf, type Topic } from './topic.ts';

function defaultOf({ default: value }: ThemeVariable): string {
  return typeof value === 'string' ? value || 'blank' : `${value.light} / ${value.dark}`;
}

/** The first variable of each type, with its default. */
function exampleVariables(): object {
  const firsts = new Map<string, ThemeVariable>();
  for (const variable of themeVocabulary) {
    if (!firsts.has(variable.type)) firsts.set(variable.type, variable);
  }
  return Object.fromEntries([...firsts.values()].map(({ name, default: value }) => [name, value]));
}

export const theme: Topic = {
  names: ['themes'],
  parts: [],
  text: () => ({
    rules: [
      'Color: {light, dark}, both hex: #rgb, #rgba, #rrggbb or #rrggbbaa. Length: a number with px, rem, em or %. Font: family names with commas; names with digits in quotes.',
      'A save changes the variables sent and keeps the others; replace true takes them as the whole set. Notes show defaults, light / dark.',
      'In CSS and HTML of a layout {{ theme.link_color }} is the light value, {{ theme.dark.link_color }} the dark one, {{ theme.<theme_key>.link_color }} that of another theme.',
      `Saving recompiles every email built on it, over ${limits.recompileAtOnce} in the background (\`recompiling\`); none is sent before.`,
      `Emails have no theme tags; a {% button %} takes its colors by style: ${buttonStyles.join(', ')}.`,
    ],
    fields: themeVocabulary.map((variable) =>
      fieldOf(variable.name, variable.type, defaultOf(variable)),
    ),
    example: { name: 'Warm', variables: exampleVariables() },
    errors: [],
    see: ['list_themes'],
  }),
};
