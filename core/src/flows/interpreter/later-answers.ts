import type { Condition } from '../../conditions/condition.ts';
import { asks } from '../../conditions/evaluate.ts';
import type { FactValue } from '../../conditions/facts.ts';
import { daysAgo } from '../../conditions/within.ts';
import { localDate } from '../../platform/local-date.ts';
import { type Answers, type Question, questionKey } from './question.ts';

/** The questions, with those of the segments that they name. */
export function withSegments(
  { segments }: Pick<Answers, 'segments'>,
  asked: readonly Question[],
): readonly Question[] {
  const inside = [...segments.values()].flatMap((definition) => asks(definition as Condition));
  return [...asked, ...inside];
}

/** Mail that a walk queued, taken as sent at once. */
export interface WalkedMail {
  email_id: number;
  at: Date;
}

/** A walk that continues past waits, from facts that were loaded once. */
export interface Journey {
  loaded: Answers;
  loadedAt: Date;
  /** The questions whose answers change on the way. */
  moving: readonly Question[];
  /** The time zone of the account, whose calendar says what day it is. */
  zone: string;
}

const movingKinds: readonly Question['kind'][] = ['today', 'received', 'received_count'];

/** `asked` is everything that the steps of the walk may ask. */
export function startJourney(
  loaded: Answers,
  loadedAt: Date,
  asked: readonly Question[],
  zone: string,
): Journey {
  const moving = withSegments(loaded, asked).filter(({ kind }) => movingKinds.includes(kind));
  return { loaded, loadedAt, moving, zone };
}

/**
 * The answers at a later time of a walk: the day it is by then, and the mail that the walk itself has
 * sent. Everything else is as it was loaded.
 */
export function answersAt(
  answers: Answers,
  journey: Journey,
  mail: readonly WalkedMail[],
  at: Date,
): Answers {
  const { merge } = answers;
  const later = { ...answers, merge: merge && { ...merge, now: at.toISOString() } };
  if (journey.moving.length === 0) return later;
  const known = new Map<string, FactValue>(answers.known);
  for (const question of journey.moving) {
    const value = valueAt(question, journey, mail, at);
    if (value !== null) known.set(questionKey(question), value);
  }
  return { ...later, known };
}

/** Null where it is as it was. */
function valueAt(
  question: Question,
  { loaded, loadedAt, zone }: Journey,
  mail: readonly WalkedMail[],
  at: Date,
): FactValue {
  if (question.kind === 'today') return localDate(at, zone);
  if (question.kind === 'received') {
    const { email_id } = question;
    const last = mail.findLast((one) => email_id === null || one.email_id === email_id);
    return last?.at.toISOString() ?? null;
  }
  if (question.kind !== 'received_count') return null;
  const since = daysAgo(at, question.days);
  // It is not known when the mail from before leaves the period, only by when.
  const before = since < loadedAt ? Number(loaded.known.get(questionKey(question)) ?? 0) : 0;
  return before + mail.filter((one) => one.at > since).length;
}
