import { runStatuses } from '@postroad/core/flows/run-operations';
import { sendStatuses } from '@postroad/core/sending/send-operations';
import { runStatus } from '@postroad/store/flows/run';
import { sendStatus } from '@postroad/store/queue/send';

/** Where a send comes from, by the code of its row. */
export const sourceKinds = ['flow', 'sequence', 'broadcast', 'test'] as const;

export function runStatusName(code: number): (typeof runStatuses)[number] {
  return runStatuses.find((name) => runStatus[name] === code) ?? 'active';
}

/** A claimed send still is scheduled to whoever looks. */
export function sendStatusName(code: number): (typeof sendStatuses)[number] {
  return sendStatuses.find((name) => sendStatus[name] === code) ?? 'scheduled';
}
