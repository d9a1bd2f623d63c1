import { fieldKeyPattern } from '../people/person-values.ts';
import type { Duration } from '../platform/duration.ts';
import { ValueError } from '../platform/issue.ts';
import { isObject, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { durationAt, readEach, type SettingRule } from './setting-rule.ts';

/** Named durations that flows refer to as `{"setting": name}`. */
export type Tunables = Readonly<Record<string, Duration>>;

/** SET-06. */
export const tunables: SettingRule<Tunables> = {
  type: 'object',
  help: 'Named durations, {"<name>": {"amount", "unit"}}; delays and gates wait for {"setting": "<name>"}. Replaced whole.',
  default: {},
  read(value, { path }) {
    if (!isObject(value)) throw new ValueError(path, `must be an object, not ${quoted(value)}.`);
    const entries = Object.entries(value);
    if (entries.length > limits.tunables) {
      throw new ValueError(path, `may hold at most ${limits.tunables} names.`);
    }
    const read = readEach(
      entries.map(
        ([name, duration]) =>
          () =>
            [name, tunable(name, duration, path)] as const,
      ),
    );
    return Object.fromEntries(read);
  },
};

function tunable(name: string, value: unknown, path: string): Duration {
  if (!fieldKeyPattern.test(name) || name.length > limits.keyChars) {
    const takes = `letters, digits, _ and -, ${limits.keyChars} at most`;
    throw new ValueError(path, `names a tunable ${quoted(name)}; a name takes ${takes}.`);
  }
  const at = `${path}.${name}`;
  if (isObject(value) && Object.hasOwn(value, 'setting')) {
    throw new ValueError(at, 'must be {"amount", "unit"}, not the name of another tunable.');
  }
  return durationAt(value, at);
}
