import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createOutbox } from '@postroad/mail/providers/outbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { outgoing } from './messages.ts';

let root = '';

beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'postroad-outbox-'));
});

afterEach(() => rm(root, { recursive: true }));

describe('the outbox', () => {
  it('writes each message to its own file, and creates the folder', async () => {
    const dir = path.join(root, 'a', 'b');
    const outbox = createOutbox({ dir });
    expect(outbox).toMatchObject({ name: 'outbox', deduplicates: true });
    const messages = Array.from({ length: 50 }, (_, at) =>
      outgoing({ sendId: at + 1, data: Buffer.from(`message ${at + 1}\r\n`) }),
    );
    for (const [at, outcome] of (
      await Promise.all(messages.map((m) => outbox.send(m)))
    ).entries()) {
      expect(outcome).toEqual({ kind: 'accepted', providerId: `${at + 1}.eml` });
    }
    expect((await readdir(dir)).sort()).toEqual(messages.map((m) => `${m.sendId}.eml`).sort());
    expect(await readFile(path.join(dir, '7.eml'), 'utf8')).toBe('message 7\r\n');
    await outbox.close();
    expect(await outbox.send(outgoing())).toMatchObject({ kind: 'unreachable' });
  });

  it('MSG-05 names the readers of blind copies as they are written, beyond ASCII too', async () => {
    const outbox = createOutbox({ dir: root });
    const [to, copy] = ['ada@example.com', 'jörg@bücher.example'];
    await outbox.send(outgoing({ sendId: 1, to, bcc: [copy], data: Buffer.from('A: b\r\n\r\n') }));
    const text = await readFile(path.join(root, '1.eml'), 'utf8');
    expect(text).toBe(`X-Envelope-To: ${to},\r\n ${copy}\r\nA: b\r\n\r\n`);
  });

  it('never shows a half-written file, even if a message is written repeatedly', async () => {
    const outbox = createOutbox({ dir: root });
    const data = Buffer.alloc(300_000, 'x');
    const again = Array.from({ length: 30 }, () => outbox.send(outgoing({ sendId: 1, data })));
    await Promise.race(again);
    let reading = true;
    const written = Promise.all(again).then((outcomes) => {
      reading = false;
      return outcomes;
    });
    while (reading) expect((await readFile(path.join(root, '1.eml'))).length).toBe(data.length);
    expect((await written).every(({ kind }) => kind === 'accepted')).toBe(true);
    expect(await readdir(root)).toEqual(['1.eml']);
  });

  it('reports a failed write with the reason, and leaves no partial file', async () => {
    const file = path.join(root, 'file');
    await writeFile(file, '');
    const outcome = await createOutbox({ dir: path.join(file, 'outbox') }).send(outgoing());
    expect(outcome).toEqual({
      kind: 'unreachable',
      reason: 'The outbox could not be written: ENOTDIR.',
    });
  });

  it('leaves no temporary file when the last step fails', async () => {
    const outbox = createOutbox({ dir: root });
    // A folder with the name of the message.
    await createOutbox({ dir: path.join(root, '5.eml') }).send(outgoing());
    expect(await outbox.send(outgoing({ sendId: 5 }))).toMatchObject({ kind: 'unreachable' });
    expect(await readdir(root)).toEqual(['5.eml']);
  });

  it.each([0, -1, 1.5, Number.NaN, 2 ** 53])('refuses the send id %d', async (sendId) => {
    const outcome = await createOutbox({ dir: root }).send(outgoing({ sendId }));
    expect(outcome).toMatchObject({ kind: 'refused', permanent: true });
    expect(await readdir(root)).toEqual([]);
  });
});
