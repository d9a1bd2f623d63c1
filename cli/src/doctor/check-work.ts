import type { OperationOutput } from '@postroad/core/catalog/catalog';
import type { Connection } from '../connection/connection.ts';
import { counted } from '../output/pluralize.ts';
import type { Finding } from './doctor-check.ts';

type Overdue = OperationOutput<'list_overdue'>;
type Lane = Overdue['lanes'][number];

const worker = 'Start "postroad serve" or "postroad worker"';

/** What each kind of work is called, and what else can be behind it when it is late. */
const lanes: Record<Lane['lane'], { what: (since: string) => string; fix: string }> = {
  sends: {
    what: (since) => `Queue: mail due since ${since} has not gone out`,
    fix: `${worker}, and look at last_error in "postroad queue list".`,
  },
  runs: {
    what: (since) => `Flows: runs due since ${since} have not gone on`,
    fix: `${worker}; where one runs, look at its log, or start a second one.`,
  },
  sequences: {
    what: (since) => `Sequences: people due since ${since} were not taken to their next step`,
    fix: `${worker}; where one runs, look at its log.`,
  },
  broadcasts: {
    what: (since) => `Broadcasts: one due since ${since} does not go on`,
    fix: `${worker}; where one runs, look at its log.`,
  },
  renewals: {
    what: (since) => `Renewals: nobody has looked for them since ${since}`,
    fix: `${worker}; reminders of a day are sent on that day only.`,
  },
  opt_outs: {
    what: (since) => `Opt-outs: the mail provider was not told of one due since ${since}`,
    fix: `${worker}, and look at its log.`,
  },
};

/** Whether everything that came due is done. */
export async function checkWork(connection: Connection): Promise<Finding[]> {
  const options = { dryRun: false, idempotencyKey: undefined };
  const { output } = await connection.call('list_overdue', {}, options);
  return workFindings(output as Overdue);
}

/** What there is to say of it; one finding where all is well. */
export function workFindings({ lanes: work, retrying, uncertain }: Overdue): Finding[] {
  const findings: Finding[] = work
    .filter(({ late }) => late > 0)
    .map(({ lane, due_since }) => {
      const { what, fix } = lanes[lane];
      return { ok: false, what: what(due_since ?? ''), fix };
    });
  if (retrying.count > 0) {
    // Being put off once is usual; what stays so is found late by the lanes.
    const mails = counted(retrying.count, 'mail');
    const what = `Queue: ${mails} put off, the last one with: ${retrying.last_error ?? ''}`;
    const fix = 'It is tried again by itself; where it lasts, mend what is named.';
    findings.push({ ok: true, warns: true, what, fix });
  }
  if (uncertain > 0) {
    const fix =
      'Look at them in "postroad queue list --status uncertain", then retry or dismiss each, or "postroad queue dismiss-uncertain" all.';
    const what = `Queue: ${counted(uncertain, 'mail')} may or may not have arrived`;
    findings.push({ ok: false, what, fix });
  }
  return findings.length > 0 ? findings : [{ ok: true, what: 'Work: nothing is late' }];
}
