import { WireBatches } from '@postroad/store/platform/connection/wire-batches';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';

/** A message of the protocol; a startup message has no type. */
function message(type: string, content = ''): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(type, 'latin1'), length, Buffer.from(content, 'latin1')]);
}

const statement = (text: string) => ['P', 'B', 'D', 'E', 'S'].map((type) => message(type, text));

/** The batches, each as the types of its messages. */
function taken(pieces: Uint8Array[]): Buffer[] {
  const batches = new WireBatches();
  return pieces.flatMap((piece) => [...batches.take(piece)]);
}

it('hands over the messages of a statement together, and others alone', () => {
  const sent = [message('', 'start'), ...statement('one'), message('Q', 'two'), ...statement('x')];
  expect(taken([Buffer.concat(sent)])).toEqual([
    sent[0],
    Buffer.concat(sent.slice(1, 6)),
    sent[6],
    Buffer.concat(sent.slice(7)),
  ]);
});

it('keeps what no answer is asked for yet', () => {
  expect(taken(statement('one').slice(0, 4))).toEqual([]);
});

it('hands over the same, wherever what arrives is cut', () => {
  const sent = Buffer.concat([message('', 'start'), ...statement('one'), message('X')]);
  const whole = taken([sent]);
  const cuts = fc.array(fc.nat(sent.length), { maxLength: 8 });
  fc.assert(
    fc.property(cuts, (places) => {
      const ends = [0, ...places.sort((a, b) => a - b), sent.length];
      const pieces = ends.slice(1).map((end, at) => sent.subarray(ends[at], end));
      expect(taken(pieces)).toEqual(whole);
    }),
    { numRuns: runs(50) },
  );
});
