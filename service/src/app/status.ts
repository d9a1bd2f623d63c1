import { limits } from '@postroad/core/platform/limits';
import { countStale } from '@postroad/store/content/stale-compile';
import { isMigrated } from '@postroad/store/platform/migrate';
import { transaction } from '@postroad/store/platform/transaction';
import { countLiveSends } from '@postroad/store/queue/send-view';
import { countOptOuts } from '@postroad/store/sending/opt-out';
import { countLostKeys } from '../account/secret-keys.ts';
import type { Counters } from '../platform/counters.ts';
import { backlog, latenessOf } from '../sending/backlog.ts';
import type { Deps } from './deps.ts';
import type { Readiness } from './service.ts';

/**
 * Contract §1, Health: the database is reachable and migrated. Late work means that no worker keeps
 * up; requests are still served, so the service is still ready.
 */
export async function readiness(deps: Deps): Promise<Readiness> {
  const options = { readOnly: true, testClock: deps.config.testClock };
  const fault = deps.database.fault();
  if (fault !== null) return notReady(fault);
  try {
    const late = await transaction(deps.database, options, async (tx) =>
      (await isMigrated(tx.sql)) ? latenessOf(await backlog(tx, deps)) : null,
    );
    if (late !== null) return { ready: true, degraded: late.length > 0, reasons: late };
    return notReady('The database is not migrated. Run postroad migrate.');
  } catch (error) {
    deps.log.error('The database does not answer.', { error });
    return notReady('The database does not answer.');
  }
}

function notReady(reason: string): Readiness {
  return { ready: false, degraded: true, reasons: [reason] };
}

function gauge(name: string, help: string, values: [labels: string, value: number][]): string {
  const lines = values.map(([labels, value]) => `${name}${labels} ${value}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} gauge`, ...lines].join('\n');
}

function counter(name: string, help: string, deps: Deps): string {
  const lines = deps.counters
    .all()
    .filter(([what]) => !what.startsWith('logins_'))
    .map(([what, count]) => `${name}{what="${what}"} ${count}`);
  return [`# HELP ${name} ${help}`, `# TYPE ${name} counter`, ...lines].join('\n');
}

/** Wrong tokens (SEC-08). */
function authFailures(counters: Counters): string {
  const name = 'postroad_auth_failures_total';
  const known = new Map(counters.all());
  const [failed = 0, limited = 0] = [known.get('logins_failed'), known.get('logins_limited')];
  return [
    `# HELP ${name} Wrong tokens that were sent to this process; limited: answered 429.`,
    `# TYPE ${name} counter`,
    `${name}{answer="unauthorized"} ${failed - limited}`,
    `${name}{answer="limited"} ${limited}`,
  ].join('\n');
}

function secondsSince(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1000;
}

/** Metrics in Prometheus text format; none names a person. */
export async function metrics(deps: Deps): Promise<string> {
  const figures = await transaction(
    deps.database,
    { readOnly: true, testClock: deps.config.testClock },
    async (tx) => ({
      live: await countLiveSends(tx),
      stale: await countStale(tx),
      work: await backlog(tx, deps),
      optOuts: await countOptOuts(tx),
      lostKeys: await countLostKeys(tx, deps.acceptedKeys),
      now: tx.now,
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
    authFailures(deps.counters),
    counter('postroad_done_total', 'What this process did since it started.', deps),
    gauge(
      'postroad_overdue',
      `Work due for over ${limits.workLateMs / 60_000} minutes, counted to ${limits.lateWorkCounted}.`,
      figures.work.map(({ lane, late }) => [`{lane="${lane}"}`, late]),
    ),
    gauge(
      'postroad_oldest_due_seconds',
      'For how long the oldest work is due that is not done; 0 where none is.',
      figures.work.map(({ lane, since }) => [`{lane="${lane}"}`, secondsSince(since, figures.now)]),
    ),
    gauge('postroad_opt_outs', 'Opt-outs that still have to be reported to the mail provider.', [
      ['{state="waiting"}', figures.optOuts.waiting],
      ['{state="given_up"}', figures.optOuts.givenUp],
    ]),
    gauge('postroad_lost_keys', 'Keys that signed links in mail and are not accepted any more.', [
      ['', figures.lostKeys],
    ]),
    gauge('postroad_memory_bytes', 'Resident memory of this process.', [
      ['', process.memoryUsage.rss()],
    ]),
  ].join('\n')}\n`;
}
