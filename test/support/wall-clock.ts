/**
 * Offsets with half and quarter hours, both hemispheres, changes at midnight, no changes, and a
 * skipped day.
 */
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

/** The wall-clock time in a zone, as YYYY-MM-DD HH:MM, according to Intl. */
export function wallAt(instant: number, zone: string): string {
  return writers.get(zone)?.format(instant) ?? '';
}
