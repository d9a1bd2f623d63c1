/** A member of a dry run's answer, for the text of a question. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The name of the record in an answer, in quotes. */
export function nameOf(answer: unknown, record: string): string {
  return JSON.stringify(member(member(answer, record), 'name') ?? '');
}

/** A number with its noun: `1 person`, `2,000 people`. */
export function pluralize(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;
}

/** A number of people; without a number, everybody in the segment. */
export function people(count: unknown): string {
  return typeof count === 'number'
    ? pluralize(count, 'person', 'people')
    : 'everybody in its segment';
}

/** Whether a flag is on, in any form that agents write. */
export function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}
