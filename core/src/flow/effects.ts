import { tagKey } from '../condition/compare.ts';
import type { Answers } from './question.ts';
import type { Effect } from './run.ts';

/**
 * The answers as they are once an effect is done, so that later conditions of the same walk see it.
 * The answers that were given stay as they are.
 */
export function applyEffect(answers: Answers, effect: Effect): Answers {
  switch (effect.kind) {
    case 'send_email':
      return answers;
    case 'add_tag': {
      const tags = new Set(answers.person.tags).add(tagKey(effect.tag));
      return { ...answers, person: { ...answers.person, tags } };
    }
  }
}
