import { language } from '../platform/words.ts';

/** A part of a whole in percent, as the language writes it; an empty text where there is no whole. */
export function shareOf(part: number, whole: number): string {
  if (whole === 0) return '';
  const format = new Intl.NumberFormat(language.value, {
    style: 'percent',
    maximumFractionDigits: 1,
  });
  return format.format(part / whole);
}
