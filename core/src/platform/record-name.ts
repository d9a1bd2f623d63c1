/** Kinds of records that conditions, flows and settings name. */
export const namedKinds = [
  'email',
  'sequence',
  'field',
  'product',
  'segment',
  'flow',
  'tunable',
  'webhook_endpoint',
] as const;

/** A record as a condition, a step or a toggle names it: by id where `name` is a number, else by key. */
export interface RecordName {
  kind: (typeof namedKinds)[number];
  name: string | number;
}

/** The same names, each once, in order. */
export function uniqueNames(names: readonly RecordName[]): RecordName[] {
  const seen = new Map(names.map((one) => [JSON.stringify([one.kind, one.name]), one]));
  return [...seen.values()];
}
