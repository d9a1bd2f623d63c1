import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import type { ReadByFlow, RealHistory, RealRun } from '@postroad/core/flows/cases/real-run';
import { addressedStep } from '@postroad/core/flows/definition/step-address';
import { limits } from '@postroad/core/platform/limits';
import { UsageError } from '../output/exit-codes.ts';

/** Calls the service. */
export type Ask = <Name extends OperationName>(
  name: Name,
  input: OperationRequest<Name>,
) => Promise<OperationOutput<Name>>;

type Run = OperationOutput<'get_run'>['run'];
type Entry = OperationOutput<'get_timeline'>['timeline'][number];

/** The last run of a person through a flow. Throws UsageError for one that no case can be like. */
export async function readRun(ask: Ask, person: string, flow: string): Promise<Run> {
  const { runs } = await ask('list_flow_runs', { flow_key: flow, person, limit: 1 });
  const [last] = runs;
  if (last === undefined) {
    throw new UsageError(
      `${person} has no run of the flow ${flow}. "postroad flows runs ${flow}" lists its runs.`,
    );
  }
  const { run } = await ask('get_run', { run_id: last.id });
  const { status, trace } = run;
  const moved = trace.find(({ outcome }) => byOperators.has(outcome));
  const fault =
    status === 'parked' || status === 'canceled'
      ? `is ${status}`
      : moved !== undefined
        ? `was ${moved.outcome} by an operator`
        : trace.length >= limits.runTraceShown
          ? `has a trace of more than ${limits.runTraceShown} entries`
          : null;
  if (fault === null) return run;
  throw new UsageError(`Run ${run.id} ${fault}, and a flow test runs by itself. Record another.`);
}

const byOperators: ReadonlySet<string> = new Set(['canceled', 'moved', 'retried']);

/** Asks for what the flow reads of a run and its person, and for nothing else of them. */
export async function readHistory(ask: Ask, run: Run, read: ReadByFlow): Promise<RealHistory> {
  const person = String(run.person.id);
  const timeline = read.asks('received', 'received_count', 'engaged', 'sequence', 'completed_flow')
    ? await timelineOf(ask, person)
    : [];
  const emails = namesBy((id) => emailNamed(ask, id));
  const sequences = namesBy(async (id) => {
    const { sequence } = await ask('get_sequence', { sequence_id: id });
    return sequence.key;
  });
  return {
    run,
    person: (await ask('get_person', { person })).person,
    events: await eventsOf(ask, person, read),
    sends: await sendsOf(ask, run, emails),
    mail: await Promise.all(
      timeline
        .flatMap((entry) => mailIn(entry) ?? [])
        .map(async ({ id, ...mail }) => {
          return { email: await emails(id), ...mail };
        }),
    ),
    consents: read.asks('consent') ? await consentsOf(ask, person, run) : {},
    sequences: await Promise.all(
      timeline
        .filter((entry) => entry.kind === 'sequence_started')
        .map(async ({ sequence, at, finished_at }) => {
          return { sequence: await sequences(sequence.id), started_at: at, finished_at };
        }),
    ),
    flows: timeline.flatMap((entry) =>
      entry.kind === 'run_ended' && entry.status === 'completed'
        ? { flow: entry.flow.key, completed_at: entry.at }
        : [],
    ),
  };
}

/** Oldest first. */
async function timelineOf(ask: Ask, person: string): Promise<Entry[]> {
  const found: Entry[] = [];
  let cursor: string | null = null;
  do {
    const page: OperationOutput<'get_timeline'> = await ask('get_timeline', {
      ...{ person, limit: limits.pageMax },
      ...(cursor === null ? {} : { cursor }),
    });
    found.push(...page.timeline);
    cursor = page.next_cursor;
  } while (cursor !== null && found.length < limits.recordedTimeline);
  return found.reverse();
}

/** What a mail of the timeline says; the first open and click of an email stand for themselves. */
function mailIn(entry: Entry) {
  const none = { sent_at: null, opened_at: null, clicked_at: null };
  if (entry.kind === 'opened') return { id: entry.email.id, ...none, opened_at: entry.at };
  if (entry.kind === 'clicked') return { id: entry.email.id, ...none, clicked_at: entry.at };
  if (entry.kind !== 'send' || entry.status !== 'sent' || entry.email.id === null) return null;
  return { id: entry.email.id, ...none, sent_at: entry.at };
}

async function eventsOf(ask: Ask, person: string, { events }: ReadByFlow) {
  const found: OperationOutput<'list_events'>['events'] = [];
  for (const name of events) {
    const page = await ask('list_events', { person, name, limit: limits.pageMax });
    found.push(...page.events);
  }
  return found.sort((a, b) => a.id - b.id);
}

/** The mail of the run; of each step the last, since a person may have been through the flow before. */
async function sendsOf(ask: Ask, { person, flow, started_at }: Run, emails: NameOf) {
  const { sends } = await ask('list_sends', {
    ...{ person: String(person.id), flow_key: flow.key, since: started_at, limit: limits.pageMax },
  });
  const byStep = new Map<number, RealHistory['sends'][number]>();
  for (const { source, email, status } of sends) {
    const id = source.step === null ? null : addressedStep(flow.key, String(source.step));
    if (id === null || email.id === null || byStep.has(id)) continue;
    const dropped = status === 'skipped' || status === 'canceled' || status === 'failed';
    byStep.set(id, { step_id: id, email: await emails(email.id), dropped });
  }
  return [...byStep.values()];
}

/** The newest entry of each purpose as the run began. */
async function consentsOf(ask: Ask, person: string, { started_at }: RealRun) {
  const { consents } = await ask('list_consents', { person, sort: '-id', limit: limits.pageMax });
  const before = consents.filter(({ at }) => Date.parse(at) <= Date.parse(started_at));
  return Object.fromEntries(before.reverse().map(({ purpose, kind }) => [purpose, kind]));
}

type NameOf = (id: number) => Promise<string | number>;

/** The key of each record, asked for once; its id where it has none. */
function namesBy(keyOf: (id: number) => Promise<string | null>): NameOf {
  const known = new Map<number, Promise<string | number>>();
  return (id) => {
    const found = known.get(id) ?? keyOf(id).then((key) => key ?? id);
    known.set(id, found);
    return found;
  };
}

async function emailNamed(ask: Ask, id: number): Promise<string | null> {
  const { email } = await ask('get_email', { email_id: id });
  return email.key;
}
