/** Half hours and quarters, both hemispheres, changes at midnight, none at all, and a skipped day. */
export const zones = [
  'America/New_York',
  'Europe/Lisbon',
  'Asia/Kolkata',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'America/Santiago',
  'America/St_Johns',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Pacific/Apia',
  'UTC',
];

const writers = new Map(
  zones.map((timeZone) => [
    timeZone,
    new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
  ]),
);

/** What the wall shows in one of the zones, as YYYY-MM-DD HH:MM: Intl's word against ours. */
export function wallAt(instant: number, zone: string): string {
  return writers.get(zone)?.format(instant) ?? '';
}
