import type { OperationOutput } from '@postroad/core/catalog/catalog';

export type Preview = OperationOutput<'preview_renewal_approaching'>;
export type Reminder = Preview['upcoming'][number];

/** The local day on which a reminder is due, in the zone of its trigger. */
export function dayOf({ target_local }: Pick<Reminder, 'target_local'>): string {
  return target_local.slice(0, 'YYYY-MM-DD'.length);
}

/** How many reminders are due on each day, of all there are. */
export function countsOf({ upcoming, counts }: Preview): ReadonlyMap<string, number> {
  if (counts !== undefined) return new Map(Object.entries(counts.upcoming_days));
  const days = new Map<string, number>();
  for (const row of upcoming) days.set(dayOf(row), (days.get(dayOf(row)) ?? 0) + 1);
  return days;
}
