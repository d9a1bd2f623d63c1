import { checkLiquid } from '@postroad/core/content/liquid/check-liquid';
import { positionSaid } from '@postroad/core/content/text/position-words';
import { resolveThemeTags } from '@postroad/core/content/themes/theme-tags';
import { resolveTheme } from '@postroad/core/content/themes/values';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const atLine = (line: number, component: string | null) => ({
  ...{ position: { line, column: 1 }, isWholeLine: true, component },
});

const padding = fc.array(fc.constantFrom('\n', 'word ', '**ä** '), { maxLength: 20 });

it('CON2-01 reads the position back from what is said of a text', () => {
  fc.assert(
    fc.property(
      padding,
      fc.constantFrom('{{ person.frst_name }}', '{% nothing %}'),
      (before, bad) => {
        const text = before.join('') + bad;
        const { errors, warnings } = checkLiquid(text, 'body_markdown');
        const lines = before.join('').split('\n');
        expect([...errors, ...warnings].map(({ message }) => positionSaid(message))).toEqual([
          {
            position: { line: lines.length, column: (lines.at(-1) ?? '').length + 1 },
            ...{ isWholeLine: false, component: null },
          },
        ]);
      },
    ),
  );
});

it('CON2-01 reads the line of a theme tag, and whose text it is', () => {
  const scope = { theme: resolveTheme({}), themesByKey: new Map() };
  const [error] = resolveThemeTags('a\n{{ theme.nothing }}', scope).errors;
  const message = error?.message ?? '';
  expect(positionSaid(message)).toEqual(atLine(2, null));
  expect(positionSaid(`In the component "notice": ${message}`)).toEqual(atLine(2, 'notice'));
  expect(positionSaid('Line 3 of the component "a": there is no component "b".')).toEqual(
    atLine(3, 'a'),
  );
  expect(positionSaid('The mail has no link.')).toBeNull();
});
