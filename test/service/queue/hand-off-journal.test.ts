import { randomUUID } from 'node:crypto';
import {
  appendFileSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { limits } from '@postroad/core/platform/limits';
import { HandOffJournals } from '@postroad/service/queue/hand-off-journal';
import { afterAll, beforeAll, expect, it } from 'vitest';

let dataDir: string;

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'postroad-test-journal-'));
});

afterAll(() => rmSync(dataDir, { recursive: true }));

function opened() {
  const journals = HandOffJournals.in(dataDir);
  const leaseId = randomUUID();
  const journal = journals?.open(leaseId);
  if (!journals || !journal) throw new Error('There is no journal.');
  const path = join(dataDir, 'hand-off', fileOf(leaseId));
  return { journals, journal, leaseId, path, unbegun: () => journals.left(leaseId).unbegun };
}

const fileOf = (leaseId: string) =>
  readdirSync(join(dataDir, 'hand-off')).find((name) => name.startsWith(leaseId)) ?? '';

it('HANDOFF-09 says which committed attempts have not begun, and which mail was accepted', () => {
  const { journals, journal, leaseId, unbegun } = opened();
  journal.plan([5, 6, 2 ** 40]);
  expect(journal.start(6)).toBe(true);
  journal.plan([7]);
  journal.accept(6);
  expect(journals.left(leaseId)).toEqual({ unbegun: [5, 2 ** 40, 7], accepted: [6] });
  expect(journals.leaseIds()).toContain(leaseId);
  // What was begun once under a lease counts as begun, however often it is attempted.
  journal.plan([6]);
  expect(unbegun()).toEqual([5, 2 ** 40, 7]);
  journal.close();
  expect(unbegun()).toEqual([]);
  expect(journals.leaseIds()).not.toContain(leaseId);
});

it('HANDOFF-09 a note that was cut off, and a file of another boot, make nothing sure', () => {
  const { journal, path, unbegun, journals, leaseId } = opened();
  journal.plan([1, 2]);
  appendFileSync(path, Buffer.from([1, 2, 3]));
  expect(unbegun()).toEqual([1, 2]);
  renameSync(path, join(dataDir, 'hand-off', `${leaseId}.another-boot`));
  expect(unbegun()).toEqual([]);
  journals.remove(leaseId);
  expect(fileOf(leaseId)).toBe('');
});

it('begins the file again when it is large, with what has not begun', () => {
  const { journal, unbegun } = opened();
  const ids = Array.from({ length: 1_000 }, (_, index) => index + 1);
  const rounds = Math.ceil(limits.journalBytes / (ids.length * 8));
  for (let round = 0; round < rounds; round += 1) journal.plan(ids);
  journal.drop(ids.slice(1));
  for (const id of [7, 8]) journal.start(id);
  journal.plan([2_000]);
  expect(unbegun()).toEqual([1, 2_000]);
  journal.close();
});

/** The number of the descriptor of an open file. */
function descriptorOf(path: string): number {
  const found = readdirSync('/proc/self/fd').find((name) => {
    try {
      return readlinkSync(`/proc/self/fd/${name}`) === path;
    } catch {
      return false;
    }
  });
  return Number(found);
}

it('hands nothing over that it cannot note', () => {
  const { journal, path } = opened();
  journal.plan([1]);
  // As its descriptor is gone, it can neither be written to nor emptied.
  closeSync(descriptorOf(path));
  expect(journal.start(1)).toBe(false);
  expect(journal.isKept).toBe(false);
});

it('HANDOFF-09 notes nothing once it is closed, when its descriptor can be that of another file', () => {
  const { journal, path } = opened();
  const closed = descriptorOf(path);
  journal.plan([1]);
  journal.close();
  const other = join(dataDir, 'another-file');
  const taken = openSync(other, 'w');
  expect(taken).toBe(closed);
  // A mail of its lease is answered, and another one may have been about to begin.
  journal.accept(1);
  journal.plan([2]);
  expect(journal.start(2)).toBe(false);
  expect(readFileSync(other)).toHaveLength(0);
  closeSync(taken);
});

it('is left out where its directory cannot be made', () => {
  const file = join(dataDir, 'a-file');
  writeFileSync(file, '');
  expect(HandOffJournals.in(file)).toBeNull();
});
