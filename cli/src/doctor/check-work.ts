import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Connection } from '../connection/connection.ts';
import { pluralize } from '../output/pluralize.ts';
import type { DoctorCheck } from './doctor-check.ts';

type Overdue = OperationOutput<'list_overdue'>;
type Lane = Overdue['lanes'][number];

const worker = 'Start "postroad serve" or "postroad worker"';

/** For each kind of work: what is late, and how to fix it. */
const lanes: Record<Lane['lane'], { summary: (since: string) => string; fix: string }> = {
  sends: {
    summary: (since) => `Queue: mail due since ${since} was not sent`,
    fix: `${worker}, and look at last_error in "postroad queue list".`,
  },
  runs: {
    summary: (since) => `Flows: runs due since ${since} did not continue`,
    fix: `${worker}; if one runs, look at its log, or start a second one.`,
  },
  sequences: {
    summary: (since) => `Sequences: people due since ${since} did not get to their next step`,
    fix: `${worker}; if one runs, look at its log.`,
  },
  broadcasts: {
    summary: (since) => `Broadcasts: one due since ${since} does not continue`,
    fix: `${worker}; if one runs, look at its log.`,
  },
  renewals: {
    summary: (since) => `Renewals: not checked since ${since}`,
    fix: `${worker}; reminders are sent only on their day.`,
  },
  opt_outs: {
    summary: (since) => `Opt-outs: one due since ${since} was not reported to the mail provider`,
    fix: `${worker}, and look at its log.`,
  },
};

/** Checks that no due work is late. */
export async function checkWork(connection: Connection): Promise<DoctorCheck[]> {
  const options = { dryRun: false, idempotencyKey: undefined };
  const { output } = await connection.call('list_overdue', {}, options);
  return workChecks(output as Overdue);
}

/** The checks of due work; a single one if nothing is late. */
export function workChecks({ lanes: work, retrying, uncertain }: Overdue): DoctorCheck[] {
  const checks: DoctorCheck[] = work
    .filter(({ late }) => late > 0)
    .map(({ lane, due_since }) => {
      const { summary, fix } = lanes[lane];
      return { ok: false, summary: summary(due_since ?? ''), fix };
    });
  if (retrying.count > 0) {
    // One postponement is normal; a lasting one is reported by the lanes.
    const mails = pluralize(retrying.count, 'mail');
    const summary = `Queue: ${mails} postponed, the last one with: ${retrying.last_error ?? ''}`;
    const fix = 'They are retried automatically; if it persists, fix the named error.';
    checks.push({ ok: true, warns: true, summary, fix });
  }
  if (uncertain > 0) {
    const fix =
      'Look at them in "postroad queue list --status uncertain", then retry or dismiss each, or "postroad queue dismiss-uncertain" all.';
    const summary = `Queue: ${pluralize(uncertain, 'mail')} may or may not have arrived`;
    checks.push({ ok: false, summary, fix });
  }
  return checks.length > 0 ? checks : [{ ok: true, summary: 'Work: nothing is late' }];
}
