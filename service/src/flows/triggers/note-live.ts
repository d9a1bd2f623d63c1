import { planSchedule } from '@postroad/core/flows/triggers/schedule-plan';
import { asSegmentTrigger } from '@postroad/core/flows/triggers/segment';
import type { FlowRow } from '@postroad/store/flows/flow';
import { countScheduleFrom, stopSchedule } from '@postroad/store/flows/flow-schedule';
import type { Tx } from '@postroad/store/platform/transaction';
import { beginWatch } from './compare-segments.ts';

/**
 * Notes from when the trigger of a flow counts that became live, or got another trigger while it is:
 * times of a schedule before that start nothing, and who is inside a segment has not entered. The caller has locked the flow.
 */
export async function noteTriggerLive(tx: Tx, before: FlowRow, after: FlowRow): Promise<void> {
  const { trigger } = after.definition;
  const isChanged = JSON.stringify(before.definition.trigger) !== JSON.stringify(trigger);
  const becameLive = after.status === 'live' && before.status !== 'live';
  if (isChanged && planSchedule(before.definition.trigger)) await stopSchedule(tx, after.id);
  if (after.status !== 'live' || !(isChanged || becameLive)) return;
  if (planSchedule(trigger)) await countScheduleFrom(tx, after.id);
  const segment = asSegmentTrigger(trigger);
  if (segment !== null) await beginWatch(tx, segment.segment);
}
