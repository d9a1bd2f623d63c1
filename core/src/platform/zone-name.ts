/** English locales abbreviate only the zones that their readers use, so each is tried in turn. */
const locales = ['en-US', 'en-GB', 'en-AU', 'en-NZ', 'en-IN', 'en-ZA', 'ja-JP'];

/**
 * Zones that no locale abbreviates and whose clocks never change, with the names of the tz
 * database.
 */
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
  'Asia/Tokyo': 'JST',
};

function shortName(locale: string, timeZone: string, at: number): string {
  const format = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  return format.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? '';
}

/** The abbreviation of a zone at a moment, such as JST or CEST; its offset if it has none. */
export function zoneAbbreviation(timezone: string, at: number): string {
  const known = fixed[timezone];
  if (known !== undefined) return known;
  let first = '';
  for (const locale of locales) {
    const name = shortName(locale, timezone, at);
    if (/^[A-Z]{2,5}$/.test(name)) return name;
    if (first === '') first = name;
  }
  return first;
}
