import type { Fact } from '../platform/fact.ts';

/** What segments tell other rooms. */
export interface SegmentFacts {
  /** Made, or given another definition. */
  segmentsChanged: Fact<readonly { id: number; key: string }[]>;
}
