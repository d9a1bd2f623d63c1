import type { Fact } from '../platform/fact.ts';

/** What segments publish to other rooms. */
export interface SegmentFacts {
  /** Created, or given another definition. */
  segmentsChanged: Fact<readonly { id: number; key: string }[]>;
}
