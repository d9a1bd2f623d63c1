import { fullTime, shownTime } from './times.ts';

/** A moment in the zone of the account; pointing at it shows it in full. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={fullTime(at)}>
      {shownTime(at)}
    </time>
  );
}
