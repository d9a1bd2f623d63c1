import { own, quoted } from '../../platform/json.ts';
import { reportCondition } from '../codes.ts';
import type { EmailTouched } from '../condition.ts';
import { answerTo, type FactQuestion } from '../facts.ts';
import { checkId, checkWithinDays, isId, withinText } from '../leaf-keys.ts';
import { isWithin, withinUntil } from '../within.ts';
import type { ConditionType } from './condition-type.ts';

function emailTouched<Type extends string>(
  word: string,
  ask: (emailId: number | null) => FactQuestion,
): ConditionType<EmailTouched<Type>> {
  const questionOf = (leaf: EmailTouched<Type>) => ask(leaf.email_id ?? null);
  return {
    keys: ['email_id', 'within_days'],

    check(leaf, path) {
      const named = Object.hasOwn(leaf, 'email_id');
      return [
        ...(named ? checkId(leaf, path, 'email_id', 'an email', 'email_unknown') : []),
        ...checkWithinDays(leaf, path),
      ];
    },

    references(leaf, path, { emails }) {
      const id = own(leaf, 'email_id');
      if (!isId(id) || emails.has(id)) return [];
      return [reportCondition('email_unknown', `${path}.email_id`, `There is no email ${id}.`)];
    },

    asks: (leaf) => [questionOf(leaf)],

    names: ({ email_id }) => (email_id === undefined ? [] : [{ kind: 'email', name: email_id }]),

    evaluate(leaf, facts, { now }) {
      const actual = answerTo(facts, questionOf(leaf));
      return { actual, result: isWithin(actual, leaf.within_days, now) };
    },

    changesAt: (leaf, facts) => withinUntil(answerTo(facts, questionOf(leaf)), leaf.within_days),

    summary(leaf) {
      const id = own(leaf, 'email_id');
      return `${word} ${id === undefined ? 'any email' : `email ${quoted(id)}`}${withinText(leaf)}`;
    },
  };
}

export const receivedEmail = emailTouched<'received_email'>('received', (email_id) => ({
  kind: 'received',
  email_id,
}));

export const openedEmail = emailTouched<'opened_email'>('opened', (email_id) => ({
  kind: 'engaged',
  act: 'open',
  email_id,
}));

export const clickedEmail = emailTouched<'clicked_email'>('clicked', (email_id) => ({
  kind: 'engaged',
  act: 'click',
  email_id,
}));
