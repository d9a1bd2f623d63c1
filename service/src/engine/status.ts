import { overdue } from '@postroad/store/due';
import { isMigrated } from '@postroad/store/migrate';
import { countLiveSends } from '@postroad/store/send-view';
import { countStale } from '@postroad/store/stale-compile';
import { transaction } from '@postroad/store/transaction';
import type { Deps } from '../deps.ts';
import type { Readiness } from '../service.ts';

/** Work this late means that no worker keeps up, or that none runs. */
const overdueAfterMs = 300_000;

/** Contract §1, Health: the database is reachable and migrated. */
export async function readiness(deps: Deps): Promise<Readiness> {
  try {
    const migrated = await transaction(deps.database, { readOnly: true }, ({ sql }) =>
      isMigrated(sql),
    );
    if (migrated) return { ready: true, reasons: [] };
    return { ready: false, reasons: ['The database is not migrated. Run postroad migrate.'] };
  } catch (error) {
    deps.log.error('The database does not answer.', { error });
    return { ready: false, reasons: ['The database does not answer.'] };
  }
}

function gauge(name: string, help: string, values: [labels: string, value: number][]): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines].join('\n');
}

function counter(name: string, help: string, deps: Deps): string {
  const lines = deps.counters.all().map(([what, count]) => `${name}{what="${what}"} ${count}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines].join('\n');
}

/** Figures in Prometheus text format; none names a person. */
export async function metrics(deps: Deps): Promise<string> {
  const figures = await transaction(
    deps.database,
    { readOnly: true, testClock: deps.config.testClock },
    async (tx) => ({
      live: await countLiveSends(tx),
      stale: await countStale(tx),
      late: await overdue(tx, new Date(tx.now.getTime() - overdueAfterMs)),
    }),
  );
  const byStatus = (counts: Record<string, number>): [string, number][] =>
    Object.entries(counts).map(([status, count]) => [`{status="${status}"}`, count]);
  return `${[
    gauge('postroad_queue_sends', 'Sends in the queue by status.', byStatus(figures.live)),
    gauge('postroad_stale_emails', 'Emails to be recompiled, and those that no longer compile.', [
      ['{state="waiting"}', figures.stale.waiting],
      ['{state="failed"}', figures.stale.failed],
    ]),
    counter('postroad_done_total', 'What this process did since it started.', deps),
    gauge('postroad_overdue_runs', 'Runs due for over five minutes, counted to 10000.', [
      ['', figures.late.runs],
    ]),
    gauge('postroad_overdue_sends', 'Sends due for over five minutes, counted to 10000.', [
      ['', figures.late.sends],
    ]),
    gauge('postroad_memory_bytes', 'Resident memory of this process.', [
      ['', process.memoryUsage.rss()],
    ]),
  ].join('\n')}\n`;
}
