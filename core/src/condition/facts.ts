/** What is known of a person, as one load of the engine brings it. */
export interface PersonFacts {
  /** Tags under their `tagKey`. */
  tags: ReadonlySet<string>;
  /** Custom fields by key, as stored: strings, numbers, booleans; dates are `YYYY-MM-DD`. */
  fields: Readonly<Record<string, unknown>>;
}

/** Everything conditions are evaluated on. */
export interface Facts {
  person: PersonFacts;
}

/** A fact that a condition needs and that has to be loaded before it is evaluated. */
export type FactQuestion = { kind: 'person' };

export type FieldType = 'string' | 'number' | 'boolean' | 'date';

/** What conditions may refer to. */
export interface ConditionReferences {
  /** Active custom fields by key. */
  fields: ReadonlyMap<string, FieldType>;
  /** Known tags under their `tagKey`. */
  tags: ReadonlySet<string>;
}
