import type { Segments } from '../../conditions/facts.ts';
import type { ZoneClock } from '../../platform/zone-clock.ts';
import type { Answers } from '../interpreter/question.ts';

/** What a case is run in: of the account, what flows read of it. */
export interface CaseWorld extends Pick<Answers, 'tunables' | 'fieldTypes' | 'sequences'> {
  /** That of the account. */
  clock: ZoneClock;
  /** An email missing from the map does not exist. */
  emails: ReadonlyMap<number, { archived: boolean; transactional: boolean }>;
  segments: Segments;
  /** Ids by key. */
  keys: Readonly<Record<'email' | 'sequence', ReadonlyMap<string, number>>>;
}

/** The id of a record that a case names by its key or its id; null if the key is unknown. */
export function idNamed(
  { keys }: Pick<CaseWorld, 'keys'>,
  kind: 'email' | 'sequence',
  named: string | number,
): number | null {
  return typeof named === 'number' ? named : (keys[kind].get(named) ?? null);
}
