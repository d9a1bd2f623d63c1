/** The value of `type`. */
export const segmentTriggerType = 'segment';

export const segmentMoves = ['enters', 'leaves'] as const;

/** Starts a flow when somebody enters or leaves a segment (TRIG2-01). */
export interface SegmentTrigger {
  type: typeof segmentTriggerType;
  /** Key. */
  segment: string;
  on: (typeof segmentMoves)[number];
  label?: string;
}
