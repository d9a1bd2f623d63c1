import { isObject } from '@postroad/core/platform/json';
import { screenLine } from './terminal-width.ts';

/** Members that name a nested record in a cell, in order of preference. */
const names = ['email', 'key', 'title', 'name', 'label', 'summary', 'id'] as const;

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|\+00:00)$/;

function isDuration(value: object): value is { amount: number; unit: string } {
  return 'amount' in value && 'unit' in value && Object.keys(value).length === 2;
}

/** A value on one line of a screen: a record by its name, a time to the second. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(cellOf).filter(Boolean).join(', ');
  if (isObject(value)) {
    if (isDuration(value)) return cellOf(`${value.amount} ${value.unit}`);
    const name = names.find((one) => value[one] !== null && value[one] !== undefined);
    return name === undefined ? '' : cellOf(value[name]);
  }
  if (typeof value === 'string' && time.test(value)) return `${value.slice(0, 19)}Z`;
  return screenLine(String(value));
}

/** Whether an object reads as one value and not as a record of several. */
export function isOneValue(value: object): boolean {
  return isDuration(value);
}
