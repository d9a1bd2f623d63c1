import { type Duration, durationMs } from '../platform/duration.ts';
import { ValueError } from '../platform/issue.ts';
import { isObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import {
  durationAt,
  filledText,
  listOf,
  objectAt,
  onlyKeys,
  readEach,
  readParts,
  type SettingRule,
} from './setting-rule.ts';

export const capOutcomes = ['hold', 'skip'] as const;

/** How many emails one person gets in a rolling window (CAP-01). */
export interface FrequencyCap {
  /** The label of the emails that it counts and acts on; left out, it is for all emails. */
  label?: string;
  max: number;
  per: Duration;
  then: (typeof capOutcomes)[number];
}

/** Where the label of a rule is in a save of settings. */
export function capLabelPath(index: number): string {
  return `settings.sending.frequency_caps[${index}].label`;
}

/** CAP-01. */
export const frequencyCaps: SettingRule<readonly FrequencyCap[]> = {
  type: 'list',
  help: 'How many emails one person gets: see send_windows.',
  default: [],
  read(value, { path }) {
    const caps = listOf(value, path, limits.frequencyCaps);
    return readEach(caps.map((cap, index) => () => readCap(cap, `${path}[${index}]`)));
  },
};

function readCap(value: unknown, path: string): FrequencyCap {
  const cap = objectAt(value, path);
  const label = own(cap, 'label') ?? null;
  const { keys: _, ...read } = readParts({
    keys: () => onlyKeys(cap, path, ['label', 'max', 'per', 'then']),
    label: () => (label === null ? null : filledText(label, `${path}.label`, limits.labelChars)),
    max: () => maxAt(own(cap, 'max'), `${path}.max`),
    per: () => perAt(own(cap, 'per'), `${path}.per`),
    // biome-ignore lint/suspicious/noThenProperty: a rule of the setting has this key
    then: () => outcomeAt(own(cap, 'then'), `${path}.then`),
  });
  const { label: only, ...rest } = read;
  return only === null ? rest : { label: only, ...rest };
}

function maxAt(value: unknown, path: string): number {
  const most = limits.frequencyCapMax;
  if (Number.isInteger(value) && Number(value) >= 1 && Number(value) <= most) return Number(value);
  throw new ValueError(path, `must be a whole number from 1 to ${most}, not ${quoted(value)}.`);
}

function perAt(value: unknown, path: string): Duration {
  if (isObject(value) && Object.hasOwn(value, 'setting')) {
    throw new ValueError(path, 'must be {"amount", "unit"}, not the name of a tunable.');
  }
  const per = durationAt(value, path);
  const isTooLong = durationMs(per) > limits.frequencyCapDays * 86_400_000;
  if (per.amount >= 1 && !isTooLong) return per;
  const message = `must be from 1 minute to ${limits.frequencyCapDays} days long.`;
  throw new ValueError(`${path}.amount`, message);
}

function outcomeAt(value: unknown, path: string): FrequencyCap['then'] {
  const found = capOutcomes.find((one) => one === value);
  if (found !== undefined) return found;
  throw new ValueError(path, `must be hold or skip, not ${quoted(value)}.`);
}
