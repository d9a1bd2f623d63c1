import { isObject, own, quoted } from '../platform/json.ts';
import { limits } from '../platform/limits.ts';
import { conditionType } from './types/table.ts';

/** A phrase that completes "if …", for outlines and lists; takes malformed conditions too. */
export function conditionSummary(value: unknown, depth = 1): string {
  if (!isObject(value) || depth > limits.conditionDepth) return '(unreadable condition)';
  const inner = (member: unknown) => conditionSummary(member, depth + 1);
  for (const [group, word] of words) {
    if (!Object.hasOwn(value, group)) continue;
    const members = value[group];
    if (!Array.isArray(members)) return '(unreadable condition)';
    const text = members.map(inner).join(` ${word} `);
    return members.length > 1 && depth > 1 ? `(${text})` : text || '(empty group)';
  }
  if (Object.hasOwn(value, 'not')) return `not ${inner(value.not)}`;
  const name = own(value, 'type');
  return conditionType(name)?.summary(value) ?? `(unknown condition ${quoted(name)})`;
}

const words = [
  ['all', 'and'],
  ['any', 'or'],
] as const;
