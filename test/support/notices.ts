import { afterAll, afterEach, expect } from 'vitest';
import { closeSpareDatabases } from './recycled-database.ts';

interface Notice {
  code?: string;
  message?: string;
}

const mixUps: Notice[] = [];

/** Give it to `connect` as `onNotice`: a transaction two callers shared fails the test. */
export function onNotice(notice: Notice): void {
  if (notice.code === '25001') mixUps.push(notice);
}

afterEach(() => {
  expect(mixUps.splice(0), 'notices that two callers shared a transaction').toEqual([]);
});

afterAll(closeSpareDatabases);
