import { limits } from '@postroad/core/platform/limits';
import { version } from '@postroad/core/platform/version';
import { countStale } from '@postroad/store/content/stale-compile';
import { forLagging } from '@postroad/store/platform/connection/connect';
import { inTime } from '@postroad/store/platform/connection/in-time';
import { transaction } from '@postroad/store/platform/transaction';
import { liveSendCounts } from '@postroad/store/queue/send-view';
import { findSendingHold } from '@postroad/store/queue/sending-control';
import { countOptOuts } from '@postroad/store/sending/opt-out';
import { countLostKeys } from '../../account/secret-keys.ts';
import { valuesText } from '../../platform/observing/metric.ts';
import { backlog } from '../../sending/backlog.ts';
import type { Deps } from '../deps.ts';

/**
 * Metrics in Prometheus text format; none names a person. What this process did is answered also
 * while its database is away, which is when it is looked at most.
 */
export async function metrics(deps: Deps): Promise<string> {
  const account = await inTime(limits.healthAnswerMs, readAccount(deps)).catch((error: unknown) => {
    deps.log.error('The database does not answer.', { error });
    return null;
  });
  const up = valuesText(
    { name: 'postroad_database_up', help: 'Whether the database answers.', type: 'gauge' },
    [[[], account === null ? 0 : 1]],
  );
  const histograms = deps.measures.histograms.map((one) => one.text());
  const texts = [...(account === null ? [] : accountTexts(account)), up, ...processTexts(deps)];
  return `${[...texts, ...histograms].join('\n')}\n`;
}

/** What the database says, the same whichever process is asked. */
async function readAccount(deps: Deps) {
  const fault = deps.database.fault();
  if (fault !== null) return null;
  const mode = { readOnly: true, testClock: deps.config.testClock };
  const { replica } = deps.database;
  // Whether the database answers is asked of the primary; counts may be some seconds old.
  if (replica !== null) await transaction(deps.database, mode, async () => undefined);
  return await transaction(forLagging(deps.database, null), mode, async (tx) => ({
    live: await liveSendCounts(tx, limits.queueCounted),
    held: (await findSendingHold(tx)) !== null,
    stale: await countStale(tx),
    work: await backlog(tx, deps),
    optOuts: await countOptOuts(tx, limits.optOutsCounted),
    lostKeys: await countLostKeys(tx, deps.acceptedKeys),
    now: tx.now,
  }));
}

type Account = NonNullable<Awaited<ReturnType<typeof readAccount>>>;

function secondsSince(since: Date | null, now: Date): number {
  return since === null ? 0 : Math.max(0, now.getTime() - since.getTime()) / 1_000;
}

function accountTexts({ live, held, stale, work, optOuts, lostKeys, now }: Account): string[] {
  return [
    valuesText(
      {
        name: 'postroad_queue_sends',
        help: 'Sends in the queue by status.',
        type: 'gauge',
        labels: ['status'],
      },
      Object.entries(live).map(([status, count]) => [[status], count]),
    ),
    valuesText(
      {
        name: 'postroad_sending_held',
        help: 'Whether an operator holds all mail.',
        type: 'gauge',
      },
      [[[], held ? 1 : 0]],
    ),
    valuesText(
      {
        name: 'postroad_stale_emails',
        help: 'Emails to be recompiled, and those that no longer compile.',
        type: 'gauge',
        labels: ['state'],
      },
      [
        [['waiting'], stale.waiting],
        [['failed'], stale.failed],
      ],
    ),
    valuesText(
      {
        name: 'postroad_overdue',
        help: `Work due for over ${limits.workLateMs / 60_000} minutes, counted to ${limits.lateWorkCounted}.`,
        type: 'gauge',
        labels: ['lane'],
      },
      work.map(({ lane, late }) => [[lane], late]),
    ),
    valuesText(
      {
        name: 'postroad_oldest_due_seconds',
        help: 'For how long the oldest work is due that is not done; 0 where none is.',
        type: 'gauge',
        labels: ['lane'],
      },
      work.map(({ lane, since }) => [[lane], secondsSince(since, now)]),
    ),
    valuesText(
      {
        name: 'postroad_opt_outs',
        help: `Opt-outs that still have to be reported to the mail provider, counted to ${limits.optOutsCounted}.`,
        type: 'gauge',
        labels: ['state'],
      },
      [
        [['waiting'], optOuts.waiting],
        [['given_up'], optOuts.givenUp],
      ],
    ),
    valuesText(
      {
        name: 'postroad_lost_keys',
        help: 'Keys that signed links in mail and are not accepted any more.',
        type: 'gauge',
      },
      [[[], lostKeys]],
    ),
  ];
}

/** Seconds of a clock of the process that counts microseconds. */
function seconds(microseconds: number): number {
  return microseconds / 1_000_000;
}

/** What this process did since it started, and what it takes. */
function processTexts({ counters }: Pick<Deps, 'counters'>): string[] {
  const counted = new Map(counters.all());
  const [failed = 0, limited = 0] = [counted.get('logins_failed'), counted.get('logins_limited')];
  const { user, system } = process.cpuUsage();
  const { active } = performance.eventLoopUtilization();
  return [
    valuesText(
      {
        name: 'postroad_auth_failures_total',
        help: 'Wrong tokens that were sent to this process; limited: answered 429.',
        type: 'counter',
        labels: ['answer'],
      },
      [
        [['unauthorized'], failed - limited],
        [['limited'], limited],
      ],
    ),
    valuesText(
      {
        name: 'postroad_done_total',
        help: 'What this process did since it started.',
        type: 'counter',
        labels: ['what'],
      },
      [...counted]
        .filter(([what]) => !what.startsWith('logins_'))
        .map(([what, count]) => [[what], count]),
    ),
    valuesText(
      {
        name: 'postroad_memory_bytes',
        help: 'Resident memory of this process.',
        type: 'gauge',
      },
      [[[], process.memoryUsage.rss()]],
    ),
    valuesText(
      {
        name: 'postroad_event_loop_active_seconds_total',
        help: 'For how long the event loop was busy; near 1 a second, requests and mail wait.',
        type: 'counter',
      },
      [[[], active / 1_000]],
    ),
    valuesText(
      {
        name: 'process_cpu_seconds_total',
        help: 'Processor time of this process.',
        type: 'counter',
      },
      [[[], seconds(user + system)]],
    ),
    valuesText(
      {
        name: 'process_start_time_seconds',
        help: 'When this process started, in seconds since 1970.',
        type: 'gauge',
      },
      [[[], Math.round(performance.timeOrigin) / 1_000]],
    ),
    valuesText(
      {
        name: 'postroad_build_info',
        help: 'The version that runs; always 1.',
        type: 'gauge',
        labels: ['version'],
      },
      [[[version], 1]],
    ),
  ];
}
