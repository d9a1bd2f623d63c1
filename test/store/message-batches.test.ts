import { inBatches } from '@postroad/store/message-batches';
import { expect, it } from 'vitest';

interface Db {
  execProtocolRawStream: (
    message: Uint8Array,
    options: { onRawData: (data: Uint8Array) => void },
  ) => Promise<void>;
  name(): string;
}

/** A database that notes what it is given and answers in pieces, each from the same memory. */
function noting(answers: (given: string) => string[]) {
  const given: string[] = [];
  const memory = Buffer.alloc(100_000);
  const db: Db = {
    async execProtocolRawStream(message, { onRawData }) {
      const text = Buffer.from(message).toString('latin1');
      given.push(text);
      for (const piece of answers(text)) {
        onRawData(memory.subarray(0, memory.write(piece, 'latin1')));
      }
    },
    name: () => 'noting',
  };
  return { db, given };
}

async function said(db: Db, messages: string[]): Promise<string[]> {
  const writes: string[] = [];
  const onRawData = (data: Uint8Array) => {
    writes.push(Buffer.from(data).toString('latin1'));
  };
  for (const each of messages) {
    await db.execProtocolRawStream(Buffer.from(each, 'latin1'), { onRawData });
  }
  return writes;
}

it('hands the messages of a statement over together, and its answer on in one write', async () => {
  const { db, given } = noting((text) => [...text].map((type) => type.toLowerCase()));
  const batched = inBatches(db);
  expect(await said(batched, ['P1', 'B1', 'E1', 'S', 'Q2'])).toEqual(['p1b1e1s', 'q2']);
  expect(given).toEqual(['P1B1E1S', 'Q2']);
  expect(batched.name()).toBe('noting');
});

it('hands large answers on while they come', async () => {
  const row = 'x'.repeat(50_000);
  const { db } = noting(() => [row, row, row]);
  expect((await said(inBatches(db), ['Q'])).map((write) => write.length)).toEqual([
    100_000, 50_000,
  ]);
});

it('forgets what a connection said that is gone', async () => {
  const { db, given } = noting(() => []);
  await said(inBatches(db), ['P1', 'B1', 'X', 'P2', '\0start', 'E3', 'S']);
  expect(given).toEqual(['X', '\0start', 'E3S']);
});
