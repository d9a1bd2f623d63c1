/** The value of `type`. */
export const dateTriggerType = 'date';

export const dateRepeats = ['once', 'yearly'] as const;

/** Starts a flow on, before or after a date of the person (TRIG2-04). */
export interface DateTrigger {
  type: typeof dateTriggerType;
  /** Key of a custom field of type date. */
  field: string;
  /** Exactly one of the two; calendar days. */
  days_before?: number;
  days_after?: number;
  /** HH:MM of 24 hours. */
  local_time: string;
  /** `person`, or the IANA name of a zone. */
  timezone: string;
  /** `once` when absent: on the date itself. `yearly`: on its anniversaries too. */
  repeat?: (typeof dateRepeats)[number];
  label?: string;
}
