import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { type JsonObject, own } from '@postroad/core/platform/json';
import { detailsOf } from '../../people/object-text.ts';
import { allSteps, type StepNode } from '../steps.ts';

export type DryRun = OperationOutput<'dry_run_flow'>;
export type WalkedStep = DryRun['steps'][number];

const outcomes = ['waited', 'met', 'expired', 'succeeded', 'failed'] as const;
export type WaitOutcome = (typeof outcomes)[number];

/** What was said to become of the wait on a step. */
export interface WaitAnswer {
  step: number;
  outcome: WaitOutcome;
}

/** A walk as the address has it, so that it can be shared and reloaded. */
export interface Walk {
  /** Address or id; empty until somebody is chosen. */
  person: string;
  /** Name of the event; empty to begin at the first step without one. */
  event: string;
  /** Details of the event as JSON, as they were written. */
  details: string;
  answers: readonly WaitAnswer[];
  /** Whether time alone decides every wait that nothing was said of. */
  untilEnd: boolean;
}

type Query = Readonly<Record<string, string | undefined>>;

function answersIn(text: string): WaitAnswer[] {
  return text.split(',').flatMap((one): WaitAnswer[] => {
    const [id = '', word] = one.split('.');
    const outcome = outcomes.find((known) => known === word);
    return /^[1-9]\d*$/.test(id) && outcome ? [{ step: Number(id), outcome }] : [];
  });
}

export function walkIn(query: Query): Walk {
  const { person = '', event = '', details = '', waits = '', rest } = query;
  return { person, event, details, answers: answersIn(waits), untilEnd: rest === 'time' };
}

/** The query of a walk beside everything else in it. */
export function walkQuery(query: Query, walk: Walk): string {
  const next = new URLSearchParams();
  const values = {
    ...query,
    person: walk.person,
    event: walk.event,
    details: walk.details,
    waits: walk.answers.map(({ step, outcome }) => `${step}.${outcome}`).join(','),
    rest: walk.untilEnd ? 'time' : '',
  };
  for (const [key, value] of Object.entries(values)) if (value) next.set(key, value);
  return String(next);
}

export type EventOfWalk = NonNullable<OperationRequest<'preview_email'>['event']>;

export function eventOf({ event, details }: Walk): EventOfWalk | undefined {
  if (event === '') return undefined;
  return { name: event, details: detailsOf(details) ?? {} };
}

/** Asks the service for the whole walk; it knows nothing of what was asked before. */
export function walkRequest(
  flowKey: string,
  walk: Walk,
  definition: Readonly<JsonObject> | undefined,
): OperationRequest<'dry_run_flow'> {
  const event = eventOf(walk);
  return {
    flow_key: flowKey,
    person: walk.person,
    ...(event === undefined ? {} : { event }),
    ...(definition === undefined ? {} : { definition }),
    assume: walk.answers.map(({ step, outcome }) => ({ step: String(step), outcome })),
    past_waits: walk.untilEnd,
  };
}

/** How a step of the drawing was walked. */
export interface StepMark {
  kind: 'passed' | 'waits' | 'skipped';
  arm: string | null;
  /** The path of the arm that was taken. */
  into: string | null;
}

/** The wait at which a walk stopped, and what can become of it. */
export interface WaitQuestion {
  node: StepNode;
  outcomes: readonly WaitOutcome[];
  /** When time ends it; null where it never does. */
  until: string | null;
}

/** A walk on the drawing. */
export interface DrawnWalk {
  /** By path. */
  marks: ReadonlyMap<string, StepMark>;
  /** What the lines that were walked lead to: paths of steps and arms, `<arm> out`, `end`. */
  lines: ReadonlySet<string>;
  entries: readonly { step: WalkedStep; node: StepNode | null }[];
  question: WaitQuestion | null;
}

/** What can become of a wait; the service refuses everything else. */
function outcomesOf({ type, step }: StepNode): readonly WaitOutcome[] {
  if (type === 'delay') return ['waited'];
  if (type === 'call_webhook') return ['succeeded', 'failed'];
  return (own(step, 'expires_after') ?? 'never') === 'never' ? ['met'] : ['met', 'expired'];
}

/** Step ids are drawn once; in a definition with doubles the first has it, as on the walk itself. */
function nodesById(nodes: readonly StepNode[]): ReadonlyMap<number, StepNode> {
  const found = new Map<number, StepNode>();
  for (const node of allSteps(nodes)) {
    if (node.id !== null && !found.has(node.id)) found.set(node.id, node);
  }
  return found;
}

function markOf({ outcome, arm }: WalkedStep, { arms }: StepNode): StepMark {
  const kind =
    outcome === 'waiting'
      ? 'waits'
      : outcome === 'skipped' || outcome === 'parked'
        ? 'skipped'
        : 'passed';
  const taken = arms.find((one) => one.arm === arm);
  return { kind, arm, into: taken?.path ?? null };
}

function linesOf(
  entries: DrawnWalk['entries'],
  marks: ReadonlyMap<string, StepMark>,
  { completed }: DryRun,
): ReadonlySet<string> {
  const last = entries.at(-1);
  const here = last?.node?.path ?? '';
  const isAtEnd = completed && last?.step.outcome !== 'exited';
  const lines = new Set(marks.keys());
  for (const [path, { into }] of marks) {
    if (into === null) continue;
    const isLeft = isAtEnd || (here !== path && !here.startsWith(`${into}[`));
    for (const line of isLeft ? [into, `${into} out`] : [into]) lines.add(line);
  }
  if (isAtEnd) for (const line of ['nodes out', 'end']) lines.add(line);
  return lines;
}

/** Reads an answer of `dry_run_flow` onto the drawing of the definition that was walked. */
export function drawnWalk(nodes: readonly StepNode[], run: DryRun): DrawnWalk {
  const byId = nodesById(nodes);
  const entries = run.steps.map((step) => ({
    step,
    node: byId.get(Number.parseInt(step.handle, 10)) ?? null,
  }));
  const marks = new Map<string, StepMark>();
  for (const { step, node } of entries) if (node !== null) marks.set(node.path, markOf(step, node));
  const last = entries.at(-1);
  const stopped = run.stopped_at;
  const question =
    stopped === null || last?.node == null || last.step.outcome !== 'waiting'
      ? null
      : { node: last.node, outcomes: outcomesOf(last.node), until: stopped.until };
  return { marks, lines: linesOf(entries, marks, run), entries, question };
}

export interface WalkedMail {
  node: StepNode | null;
  emailId: number;
  at: string;
  /** Why it would not be delivered, in the words of the service. */
  against: string | null;
}

export function mailsOf({ entries }: DrawnWalk): WalkedMail[] {
  return entries.flatMap(({ step: { mail, at }, node }) =>
    mail === null ? [] : [{ node, emailId: mail.email_id, at, against: mail.against }],
  );
}
