import type { OperationInput, OperationOutput } from '@postroad/core/catalog/catalog';
import { decodeCursor, encodeCursor } from '@postroad/core/platform/cursor';
import { pageLimit } from '@postroad/core/platform/operations/shapes';
import type { Tx } from '@postroad/store/platform/transaction';
import {
  type TimelineBound,
  type TimelineRun,
  type TimelineSequence,
  timelineEngagements,
  timelineEvents,
  timelineNotes,
  timelineRuns,
  timelineSends,
  timelineSequences,
  timelineSteps,
} from '@postroad/store/sending/timeline';
import { stepIdIn, stepIdsOf, stepNameIn } from './step-ids.ts';

type Timeline = OperationOutput<'get_timeline'>;
type Entry = Timeline['timeline'][number];

/**
 * At the same instant, later effects come first: an event, the run it started, its steps, its mail.
 */
const ranks: Record<Entry['kind'], number> = {
  event: 0,
  run_started: 1,
  step: 2,
  run_ended: 3,
  sequence_started: 4,
  send: 5,
  opened: 6,
  clicked: 7,
  note: 8,
};

interface Placed {
  us: number;
  entry: Entry;
}

/** After the year 2200, the latest time an event can have. */
const end = 8_000_000_000_000_000;

function placed(at_us: number, entry: Entry): Placed {
  return { us: at_us, entry };
}

/**
 * A page of everything about one person, newest first: one query for each kind of entry, merged.
 * Each query answers no more than a page.
 */
export async function timelineOf(
  tx: Tx,
  personId: number,
  input: OperationInput<'get_timeline'>,
): Promise<Timeline> {
  const most = pageLimit(input.limit);
  const after = input.cursor === undefined ? null : decodeCursor(input.cursor, 3, input.sort);
  const [us = end, rank = ranks.note, id = Number.MAX_SAFE_INTEGER] = after ?? [];
  const boundOf = (kind: Entry['kind']): TimelineBound => {
    const own = ranks[kind];
    const before = own < rank ? Number.MAX_SAFE_INTEGER : own === rank ? id : 0;
    return { personId, us: Math.min(us, end), id: before, limit: most + 1 };
  };
  const found = [
    ...(await eventEntries(tx, boundOf('event'))),
    ...(await runEntries(tx, 'started', boundOf('run_started'))),
    ...(await stepEntries(tx, boundOf('step'))),
    ...(await runEntries(tx, 'ended', boundOf('run_ended'))),
    ...(await sequenceEntries(tx, boundOf('sequence_started'))),
    ...(await sendEntries(tx, boundOf('send'))),
    ...(await engagementEntries(tx, 'opened', boundOf('opened'))),
    ...(await engagementEntries(tx, 'clicked', boundOf('clicked'))),
    ...(await noteEntries(tx, boundOf('note'))),
  ];
  found.sort(
    (a, b) => b.us - a.us || ranks[b.entry.kind] - ranks[a.entry.kind] || b.entry.id - a.entry.id,
  );
  const shown = found.slice(0, most);
  const last = shown.at(-1);
  const nextCursor =
    found.length > most && last
      ? encodeCursor([last.us, ranks[last.entry.kind], last.entry.id], input.sort)
      : null;
  return { timeline: shown.map(({ entry }) => entry), next_cursor: nextCursor };
}

async function eventEntries(tx: Tx, bound: TimelineBound): Promise<Placed[]> {
  const rows = await timelineEvents(tx, bound);
  return rows.map(({ id, at, at_us, name, details, source, historical }) =>
    placed(at_us, {
      ...{ kind: 'event', id, at: at.toISOString() },
      ...{ name, details, source, historical },
    }),
  );
}

async function runEntries(
  tx: Tx,
  which: 'started' | 'ended',
  bound: TimelineBound,
): Promise<Placed[]> {
  const rows = await timelineRuns(tx, which, bound);
  const kind = which === 'started' ? 'run_started' : 'run_ended';
  return rows.map(({ id, at, at_us, flow_key, flow_name, status, reason }: TimelineRun) =>
    placed(at_us, {
      ...{ kind, id, at: at.toISOString() },
      flow: { key: flow_key, name: flow_name },
      status,
      reason,
    }),
  );
}

async function stepEntries(tx: Tx, bound: TimelineBound): Promise<Placed[]> {
  const rows = await timelineSteps(tx, bound);
  const ids = await stepIdsOf(
    tx,
    rows.map(({ flow_id }) => flow_id),
  );
  return rows.map(({ id, at, at_us, run_id, flow_id, flow_key: key, flow_name: name, ...row }) => {
    const { step_id, outcome, arm, reason } = row;
    return placed(at_us, {
      ...{ kind: 'step', id, at: at.toISOString() },
      flow: { key, name },
      step_id: step_id === null ? null : stepIdIn(ids, { id: flow_id, key }, step_id),
      step_name: step_id === null ? null : stepNameIn(ids, flow_id, step_id),
      ...{ run_id, outcome, arm, reason },
    });
  });
}

async function sequenceEntries(tx: Tx, bound: TimelineBound): Promise<Placed[]> {
  const rows = await timelineSequences(tx, bound);
  return rows.map(({ at_us, ...row }) =>
    placed(at_us, {
      ...{ kind: 'sequence_started', id: row.id, at: row.at.toISOString() },
      sequence: { id: row.sequence_id, name: row.sequence_name },
      next: nextStep(row),
      finished_at: row.finished_at?.toISOString() ?? null,
    }),
  );
}

function nextStep({
  step_id,
  position,
  due_at,
}: Pick<TimelineSequence, 'step_id' | 'position' | 'due_at'>) {
  if (step_id === null || position === null || due_at === null) return null;
  return { sequence_step_id: step_id, position, due_at: due_at.toISOString() };
}

async function sendEntries(tx: Tx, bound: TimelineBound): Promise<Placed[]> {
  const rows = await timelineSends(tx, bound);
  return rows.map((row) =>
    placed(row.at_us, {
      ...{ kind: 'send', id: row.id, at: row.at.toISOString() },
      email: { id: row.email_id, title: row.email_title ?? '' },
      source: {
        kind: row.source_kind,
        id: row.source_id,
        name: row.source_name,
      },
      status: row.status,
      due_at: row.due_at.toISOString(),
      ...{ attempts: row.attempts, reason: row.reason },
    }),
  );
}

async function engagementEntries(
  tx: Tx,
  kind: 'opened' | 'clicked',
  bound: TimelineBound,
): Promise<Placed[]> {
  const rows = await timelineEngagements(tx, kind === 'opened' ? 'open' : 'click', bound);
  return rows.map(({ id, at, at_us, email_title, last_at }) =>
    placed(at_us, {
      ...{ kind, id, at: at.toISOString() },
      email: { id, title: email_title ?? '' },
      last_at: last_at.toISOString(),
    }),
  );
}

async function noteEntries(tx: Tx, bound: TimelineBound): Promise<Placed[]> {
  const rows = await timelineNotes(tx, bound);
  return rows.map(({ id, at, at_us, body, author }) =>
    placed(at_us, { kind: 'note', id, at: at.toISOString(), body, author }),
  );
}
