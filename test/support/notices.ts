import { afterAll, afterEach, expect } from 'vitest';
import { closeSpareDatabases } from './recycled-database.ts';

interface Notice {
  code?: string;
  message?: string;
}

const mixUps: Notice[] = [];

/** Pass it to `connect` as `onNotice`: it fails the test if two callers share a transaction. */
export function onNotice(notice: Notice): void {
  if (notice.code === '25001') mixUps.push(notice);
}

afterEach(() => {
  expect(mixUps.splice(0), 'notices that two callers shared a transaction').toEqual([]);
});

afterAll(closeSpareDatabases);
