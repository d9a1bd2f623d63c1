/** The value of `type`. */
export const scheduleTriggerType = 'schedule';

/** Starts a flow for everybody in a segment, again and again (TRIG2-05). */
export interface ScheduleTrigger {
  type: typeof scheduleTriggerType;
  /** RFC 5545, without DTSTART. */
  rrule: string;
  /** Key. */
  segment: string;
  /** IANA name. */
  timezone: string;
  label?: string;
}
