import { bookTimes } from '@postroad/core/broadcasts/local-times';
import { wallOf } from '@postroad/core/broadcasts/send-at';
import { dayMs, ZoneClocks } from '@postroad/core/platform/zone-clock';
import { readProfile } from '@postroad/store/account/profile';
import {
  findLocalBroadcast,
  writeLocalTimes,
  zonedSends,
} from '@postroad/store/broadcasts/local-times';
import type { Tx } from '@postroad/store/platform/transaction';
import type { RestoredWindow } from '@postroad/store/queue/restored';

/**
 * Where a broadcast goes at a local time, gives that of each person, at its pace, to the mail that was
 * just queued for a range of people, or was given other due times (CAP-06). Whose time has passed gets
 * it at once; the rest of a test, which was decided on later, gets it when clocks show that time of day
 * again. The caller holds the row.
 */
export async function giveLocalTimes(
  tx: Tx,
  id: number,
  range: { after: number; through: number },
  restored: RestoredWindow | null,
): Promise<void> {
  const broadcast = await findLocalBroadcast(tx, id);
  if (broadcast === null) return;
  const sends = await zonedSends(tx, broadcast, range);
  if (sends.length === 0) return;
  const { timezone } = await readProfile(tx);
  const now = tx.now.getTime();
  // After a restore the due times show whom the lost service has reached.
  const lost = restored?.until.getTime() ?? -Infinity;
  const { send_at_local: local, decided_at: decided } = broadcast;
  const momentIn = momentsOf(local, timezone);
  const restIn = decided === null ? momentIn : momentsOf(local, timezone, decided);
  const wanted = sends.map((send) => {
    const moment = (send.in_sample ? momentIn : restIn)(send.timezone);
    return moment <= lost ? moment : Math.max(moment, now);
  });
  const first = wanted.reduce((least, moment) => Math.min(least, moment), now);
  const booked = broadcast.booked_times.filter(({ to }) => to > first);
  const stepMs = 3_600_000 / broadcast.effective_emails_per_hour;
  await writeLocalTimes(tx, id, sends, bookTimes(booked, wanted, stepMs));
}

/**
 * When clocks in a zone show a local time, in that of the account for who has none; or, if that is before
 * `from`, when they next show its time of day.
 */
export function momentsOf(
  local: string,
  accountZone: string,
  from: Date | null = null,
): (zone: string | null) => number {
  const zones = new ZoneClocks();
  const first = wallOf(local);
  const known = new Map<string | null, number>();
  return (zone) => {
    const before = known.get(zone);
    if (before !== undefined) return before;
    const clock = zones.either(zone, accountZone);
    let wall = first;
    let moment = clock.instantOfWall(wall);
    while (from !== null && moment < from.getTime()) {
      // A day of local time has 23 to 25 hours.
      wall += Math.max(1, Math.floor((from.getTime() - moment) / dayMs)) * dayMs;
      moment = clock.instantOfWall(wall);
    }
    known.set(zone, moment);
    return moment;
  };
}
