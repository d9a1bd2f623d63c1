import type { Issue } from '../platform/issue.ts';
import { quoted } from '../platform/json.ts';

/** The name at the end of a path: `plann` of `definition.plann`. */
function lastName(path: string): string {
  return path.split(/[.[\]]/).findLast((name) => name !== '') ?? path;
}

/** `a number` of `amount must be a number.`: messages say what is taken. */
function takenBy(message: string): string | null {
  const [, rest] = /^\S+ (?:must be|may be) (.+)$/.exec(message) ?? [];
  // A full stop inside a word, as in example.com, ends no sentence.
  const taken = rest?.split('. ')[0];
  return taken?.endsWith('.') ? taken.slice(0, -1) : (taken ?? null);
}

/** What to do in a file about an issue that does not say it (FIX-02): the value and where it is. */
export function fileFix({ path, code, message, fix, did_you_mean: near }: Issue): string {
  if (fix !== undefined) return fix;
  const name = lastName(path);
  if (code === 'key_unknown') {
    return near === undefined
      ? `Remove the line of ${quoted(name)}.`
      : `Rename ${quoted(name)} to ${quoted(near)}.`;
  }
  if (near !== undefined) return `Write ${quoted(near)} as ${path}.`;
  const subject = path === '' ? 'the file' : path;
  if (code === 'required') return `Add ${subject} to the file.`;
  if (code === 'too_large' || code === 'too_long') return `Shorten ${subject}.`;
  if (code === 'too_small') return `Write a value as ${subject}.`;
  const taken = takenBy(message);
  if (taken !== null) return `Write ${taken} as ${subject}.`;
  const [, line] = /^Line (\d+)/.exec(message) ?? [];
  return line === undefined
    ? `Change the value of ${subject}, or remove it.`
    : `Change line ${line} of ${subject}.`;
}
