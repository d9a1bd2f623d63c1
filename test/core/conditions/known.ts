import type { ConditionReferences, Facts, PersonFacts } from '@postroad/core/conditions/facts';

/** Nothing that a condition could refer to. */
export const nothingKnown: ConditionReferences = {
  fields: new Map(),
  tags: new Set(),
  events: new Set(),
  emails: new Map(),
  sequences: new Set(),
  flows: new Set(),
  products: new Set(),
  segments: new Map(),
};

/** A person of whom only what is given is known. */
export function personFacts(person: Partial<PersonFacts>): Facts {
  return {
    person: {
      email: 'ada@example.com',
      first_name: null,
      last_name: null,
      timezone: null,
      subscribed_on: '2026-01-15',
      suppressed: null,
      tags: new Set(),
      fields: {},
      ...person,
    },
    known: new Map(),
    segments: new Map(),
  };
}
