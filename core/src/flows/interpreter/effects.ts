import { tagKey } from '../../conditions/compare.ts';
import type { PersonFacts } from '../../conditions/facts.ts';
import type { Answers } from './question.ts';
import type { Effect } from './run.ts';

/**
 * The answers after an effect, so that later steps of the same walk see it. Does not change the
 * given answers.
 */
export function applyEffect(answers: Answers, effect: Effect, now: Date): Answers {
  switch (effect.kind) {
    // Received once it is sent.
    case 'send_email':
    case 'hold_out':
    case 'call_webhook':
    case 'stop_call':
      return answers;
    case 'choose_arm': {
      const { flow_key = '', person_id = 0, kept = [] } = answers.draws ?? {};
      const draws = { flow_key, person_id, kept: new Map([...kept, [effect.step_id, effect.arm]]) };
      return { ...answers, draws };
    }
    case 'fire_event': {
      const { event, details } = effect;
      const fired = { event, details, at: now.toISOString() };
      return { ...answers, happened: [...(answers.happened ?? []), fired] };
    }
    case 'start_sequence':
      return { ...answers, started: new Map(answers.started).set(effect.sequence_id, now) };
    case 'add_tag':
      return withTag(answers, effect.tag, true);
    case 'remove_tag':
      return withTag(answers, effect.tag, false);
    case 'set_field':
      return withField(answers, effect.field, effect.value);
  }
}

/** What is known of a person. */
export type Known = Pick<Answers, 'person' | 'merge'>;

export function withTag<Of extends Known>(known: Of, tag: string, has: boolean): Of {
  const key = tagKey(tag);
  const tags = new Set(known.person.tags);
  if (has) tags.add(key);
  else tags.delete(key);
  const others = known.merge?.person.tags.filter((name) => tagKey(name) !== key) ?? [];
  return withPerson(known, { tags }, { tags: has ? [...others, tag] : others });
}

/** Null clears the field. */
export function withField<Of extends Known>(known: Of, field: string, value: unknown): Of {
  const set = (fields: Readonly<Record<string, unknown>>) => {
    const { [field]: _before, ...others } = fields;
    return value === null ? others : { ...others, [field]: value };
  };
  const merged = known.merge?.person.fields ?? {};
  return withPerson(known, { fields: set(known.person.fields) }, { fields: set(merged) });
}

type Merged = NonNullable<Answers['merge']>['person'];

function withPerson<Of extends Known>(
  known: Of,
  facts: Partial<PersonFacts>,
  merged: Partial<Merged>,
): Of {
  const { merge } = known;
  return {
    ...known,
    person: { ...known.person, ...facts },
    merge: merge && { ...merge, person: { ...merge.person, ...merged } },
  };
}
