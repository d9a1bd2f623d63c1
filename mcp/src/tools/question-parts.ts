/** A member of the answer of a dry run, which questions are made from. */
export function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? (value as Record<string, unknown>)[name]
    : undefined;
}

/** The name of the record in an answer, in quotes. */
export function nameOf(answer: unknown, record: string): string {
  return JSON.stringify(member(member(answer, record), 'name') ?? '');
}

export function counted(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count.toLocaleString('en-US')} ${many}`;
}

export function people(count: unknown): string {
  return typeof count === 'number'
    ? counted(count, 'person', 'people')
    : 'everybody in its segment';
}

/** Whether a flag is given, as agents write it. */
export function isSet(value: unknown): boolean {
  return value === true || value === 'true';
}
