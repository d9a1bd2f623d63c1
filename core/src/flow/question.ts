import { type FactQuestion, type Facts, factKey } from '../condition/facts.ts';
import type { Duration } from './duration.ts';

/** One fact to load before `advance`. */
export type Question =
  | FactQuestion
  | { kind: 'email'; email_id: number }
  | { kind: 'tunable'; setting: string };

/** The facts that were asked for, and any others that happen to be at hand. */
export interface Answers extends Facts {
  /** An email that is not in the map does not exist. */
  emails: ReadonlyMap<number, { archived: boolean }>;
  tunables: ReadonlyMap<string, Duration>;
}

/** Two questions with the same key ask for the same fact. */
export function questionKey(question: Question): string {
  switch (question.kind) {
    case 'email':
      return `email ${question.email_id}`;
    case 'tunable':
      return `tunable ${question.setting}`;
    default:
      return factKey(question);
  }
}
