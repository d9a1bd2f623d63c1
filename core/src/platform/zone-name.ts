import { limits } from './limits.ts';

/** English has no abbreviation of a zone that its readers do not use, so each is asked in turn. */
const locales = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA', 'ja-JP'];

/** Of zones that no locale abbreviates and whose clocks never change; as the tz database has them. */
const fixed: Readonly<Record<string, string>> = {
  'Africa/Nairobi': 'EAT',
  'Asia/Hong_Kong': 'HKT',
  'Asia/Jakarta': 'WIB',
  'Asia/Karachi': 'PKT',
  'Asia/Makassar': 'WITA',
  'Asia/Manila': 'PST',
  'Asia/Seoul': 'KST',
  'Asia/Shanghai': 'CST',
  'Asia/Taipei': 'CST',
};

function shortName(locale: string, timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

const known = new Map<string, string>();

/**
 * The abbreviation of a zone at a moment, such as JST or CEST; of a zone that has none, its offset.
 * Kept by the name that English has for the moment, since formatters are slow to make.
 */
export function zoneAbbreviation(timezone: string, at: number): string {
  const english = shortName('en-US', timezone, at);
  if (!/^GMT[+-]/.test(english)) return english;
  const about = `${timezone} ${english}`;
  const found = known.get(about);
  if (found !== undefined) return found;
  const names = locales.map((locale) => shortName(locale, timezone, at));
  const name = names.find((one) => /^[A-Z]{2,5}$/.test(one)) ?? fixed[timezone] ?? english;
  if (known.size >= limits.zonesKept) known.clear();
  known.set(about, name);
  return name;
}
