import { ValueError } from '../platform/issue.ts';
import { own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import {
  filledText,
  listOf,
  objectAt,
  objectWith,
  onlyKeys,
  readEach,
  readParts,
  type SettingRule,
} from './setting-rule.ts';

/** When emails may be sent; times are in the account's time zone, or in that of the recipient. */
export interface SendWindowRule {
  /** The label of the emails it applies to; null for every email. */
  label: string | null;
  /** 0 is Sunday. Ascending, without duplicates. */
  days: readonly number[];
  /** HH:MM. */
  start: string;
  /** HH:MM, exclusive; 24:00 is the end of the day. */
  end: string;
  /** CAP-05: in the zone of each person, and of the account for those without one. */
  timezone?: 'person';
}

export interface SendWindows {
  rules: readonly SendWindowRule[];
}

/** Of a rule that leaves them out. */
export const windowDefaults = { start: '00:00', end: '24:00', timezone: 'account' } as const;

/** Where the label of a rule is in a save of settings. */
export function labelPath(index: number): string {
  return `settings.send_windows.rules[${index}].label`;
}

/** SET-07 to SET-10. */
export const sendWindows: SettingRule<SendWindows> = {
  type: 'object',
  help: 'When emails may go out, {"rules": [{label, days, start, end}]}; without rules when due.',
  default: { rules: [] },
  read(value, { path, warn }) {
    const at = `${path}.rules`;
    const sent = own(objectWith(value, path, ['rules']), 'rules');
    const rules = readEach(
      listOf(sent, at, limits.sendWindowRules).map(
        (rule, index) => () => readRule(rule, `${at}[${index}]`),
      ),
    );
    const seen = new Set<string | null>();
    for (const [index, { label }] of rules.entries()) {
      if (seen.has(label)) {
        const whom = label === null ? 'all emails' : `the label ${quoted(label)}`;
        const message = `An earlier rule is for ${whom} too, and the first one applies.`;
        warn(`${at}[${index}]`, 'rule_never_applies', message);
      }
      seen.add(label);
    }
    return { rules };
  },
};

function readRule(value: unknown, path: string): SendWindowRule {
  const rule = objectAt(value, path);
  const label = own(rule, 'label') ?? null;
  const start = own(rule, 'start') ?? windowDefaults.start;
  const end = own(rule, 'end') ?? windowDefaults.end;
  const {
    keys: _,
    order: __,
    ...read
  } = readParts({
    keys: () => onlyKeys(rule, path, ['label', 'days', 'start', 'end', 'timezone']),
    label: () => (label === null ? null : filledText(label, `${path}.label`, limits.labelChars)),
    days: () => daysAt(own(rule, 'days'), `${path}.days`),
    start: () => timeAt(start, `${path}.start`),
    end: () => timeAt(end, `${path}.end`),
    order: () => inOrder(start, end, path),
    timezone: () => zoneAt(own(rule, 'timezone') ?? windowDefaults.timezone, `${path}.timezone`),
  });
  const { timezone, ...times } = read;
  return timezone === 'person' ? { ...times, timezone } : times;
}

function inOrder(start: unknown, end: unknown, path: string): void {
  if (!isTime(start) || !isTime(end) || start < end) return;
  const hint = 'A window lies within one day; the whole day is 00:00 to 24:00.';
  throw new ValueError(`${path}.start`, `must be before end, and ${start} is not. ${hint}`);
}

function isTime(value: unknown): value is string {
  return typeof value === 'string' && /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/.test(value);
}

function timeAt(value: unknown, path: string): string {
  if (isTime(value)) return value;
  throw new ValueError(path, `must be a time HH:MM, 00:00 to 24:00, not ${quoted(value)}.`);
}

/** A zone by name is not taken: the account has one, and each person. */
function zoneAt(value: unknown, path: string): 'person' | 'account' {
  if (value === 'person' || value === 'account') return value;
  throw new ValueError(path, `must be person or account, not ${quoted(value)}.`);
}

function daysAt(value: unknown, path: string): number[] {
  const isDay = (day: unknown) => Number.isInteger(day) && (day as number) >= 0 && Number(day) <= 6;
  if (Array.isArray(value) && value.length > 0 && value.every(isDay)) {
    return [...new Set<number>(value)].sort();
  }
  const takes = 'needs at least one of the days 0 to 6, Sunday 0';
  throw new ValueError(path, `${takes}, as a list of whole numbers.`);
}
