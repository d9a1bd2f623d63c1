import type { CaseDifference } from '@postroad/core/flows/cases/case-difference';
import { ownText } from '../../platform/sentences.ts';
import { valueWords } from '../../platform/value-words.ts';
import { t } from '../../platform/words.ts';

/** How a run ends is a code; steps and emails are called by their names. */
function shown(of: CaseDifference['of'], items: readonly string[]): string {
  if (items.length === 0) return t('tests.nothing');
  if (of !== 'ends') return items.join(' → ');
  return items
    .map((end) => (end === 'no run' ? t('tests.noRun') : valueWords(end, 'status')))
    .join(' → ');
}

/** Where a run differs from its test, in the language of the reader. */
export function differenceLines({ of, expected, actual, message }: CaseDifference): string[] {
  return [
    `${t(`tests.of.${of}`)}: ${ownText(message)}`,
    `  ${t('tests.wanted', { list: shown(of, expected) })}`,
    `  ${t('tests.actual', { list: shown(of, actual) })}`,
  ];
}
