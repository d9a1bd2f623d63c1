import type { ZoneClocks } from '@postroad/core/platform/zone-clock';
import { readProfile } from '@postroad/store/account/profile';
import type { AccountTime } from '../platform/account-clock.ts';

/** Reads the time zone of the profile. */
export function accountClockIn(zones: ZoneClocks): AccountTime['accountClock'] {
  return async (tx) => zones.of((await readProfile(tx)).timezone);
}
