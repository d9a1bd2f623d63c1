import type { CheckResult } from '@postroad/core/account/check-operations';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { resultsOf } from './check-result.ts';

type Overdue = OperationOutput<'list_overdue'>;
type Lane = Overdue['lanes'][number]['lane'];

const { ok, warning, problem } = resultsOf('work');

const worker = 'Start "postroad serve" or "postroad worker"';

/** For each kind of work: what is late, and how to fix it. */
const lanes: Record<Lane, { message: (since: string) => string; fix: string }> = {
  sends: {
    message: (since) => `Queue: mail due since ${since} was not sent`,
    fix: `${worker}, and look at last_error in list_queue.`,
  },
  runs: {
    message: (since) => `Flows: runs due since ${since} did not continue`,
    fix: `${worker}; if one runs, look at its log, or start a second one.`,
  },
  sequences: {
    message: (since) => `Sequences: people due since ${since} did not get to their next step`,
    fix: `${worker}; if one runs, look at its log.`,
  },
  broadcasts: {
    message: (since) => `Broadcasts: one due since ${since} does not continue`,
    fix: `${worker}; if one runs, look at its log.`,
  },
  renewals: {
    message: (since) => `Renewals, dates and schedules: not checked since ${since}`,
    fix: `${worker}; reminders are sent only on their day.`,
  },
  opt_outs: {
    message: (since) => `Opt-outs: one due since ${since} was not reported to the mail provider`,
    fix: `${worker}, and look at its log.`,
  },
};

function mails(count: number): string {
  return count === 1 ? '1 mail' : `${count} mails`;
}

/** The results about due work; a single one if nothing is late. */
export function workResults({ lanes: work, retrying, uncertain }: Overdue): CheckResult[] {
  const results = work
    .filter(({ late }) => late > 0)
    .map(({ lane, due_since }) => problem(lanes[lane].message(due_since ?? ''), lanes[lane].fix));
  if (retrying.count > 0) {
    // One postponement is normal; a lasting one is reported by the lanes.
    results.push(
      warning(
        `Queue: ${mails(retrying.count)} postponed, the last one with an error`,
        'They are retried automatically; if it persists, fix that error.',
        retrying.last_error,
      ),
    );
  }
  if (uncertain > 0) {
    results.push(
      problem(
        `Queue: ${mails(uncertain)} may or may not have arrived`,
        'Look at them with list_queue and the status uncertain, then retry_send or dismiss_send for each, or dismiss_uncertain_sends for all.',
      ),
    );
  }
  return results.length > 0 ? results : [ok('Work: nothing is late')];
}
