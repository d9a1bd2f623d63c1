/** `1 file`, `2 files`; a plural that does not end in s is given. */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}
