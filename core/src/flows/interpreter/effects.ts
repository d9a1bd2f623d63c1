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

function withTag(answers: Answers, tag: string, has: boolean): Answers {
  const key = tagKey(tag);
  const tags = new Set(answers.person.tags);
  if (has) tags.add(key);
  else tags.delete(key);
  const others = answers.merge?.person.tags.filter((name) => tagKey(name) !== key) ?? [];
  return withPerson(answers, { tags }, { tags: has ? [...others, tag] : others });
}

function withField(answers: Answers, field: string, value: unknown): Answers {
  const set = (fields: Readonly<Record<string, unknown>>) => {
    const { [field]: _before, ...others } = fields;
    return value === null ? others : { ...others, [field]: value };
  };
  const known = answers.merge?.person.fields ?? {};
  return withPerson(answers, { fields: set(answers.person.fields) }, { fields: set(known) });
}

type Merged = NonNullable<Answers['merge']>['person'];

function withPerson(
  answers: Answers,
  facts: Partial<PersonFacts>,
  merged: Partial<Merged>,
): Answers {
  const { merge } = answers;
  return {
    ...answers,
    person: { ...answers.person, ...facts },
    merge: merge && { ...merge, person: { ...merge.person, ...merged } },
  };
}
