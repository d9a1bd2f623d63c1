import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { LineLimit } from '@postroad/mcp/transports/line-limit';
import { messageBytes } from '@postroad/mcp/transports/message-body';
import { serveStdio } from '@postroad/mcp/transports/stdio';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';

async function passed(most: number, chunks: readonly Buffer[]) {
  const refused: (string | number | undefined)[] = [];
  const limit = new LineLimit(
    most,
    () => null,
    ({ id }) => refused.push(id),
  );
  const out = text(limit);
  for (const chunk of chunks) limit.write(chunk);
  limit.end();
  return { out: await out, refused };
}

it('SEC-34 passes on every line that is short enough, however it is cut into chunks', async () => {
  const line = fc.string({ maxLength: 30 }).map((words) => words.replaceAll('\n', ''));
  const law = fc.asyncProperty(
    fc.array(line, { maxLength: 8 }),
    fc.array(fc.nat(40), { maxLength: 20 }),
    async (lines, sizes) => {
      const whole = Buffer.from(lines.map((one) => `${one}\n`).join(''));
      const chunks: Buffer[] = [];
      let at = 0;
      for (const size of sizes) {
        chunks.push(whole.subarray(at, at + size));
        at += size;
      }
      chunks.push(whole.subarray(at));
      const { out, refused } = await passed(20, chunks);
      const fits = lines.filter((one) => Buffer.byteLength(one) + 1 <= 20);
      expect(out).toBe(fits.map((one) => `${one}\n`).join(''));
      expect(refused.length).toBe(lines.length - fits.length);
    },
  );
  await fc.assert(law, { numRuns: runs(100) });
});

it.each([
  ['{"jsonrpc":"2.0","id":7,"method":"x","params":{"a":"LONG"}}', 7],
  ['{"method":"x","params":{"a":"LONG","id":9},"jsonrpc":"2.0","id":"seven"}', 'seven'],
  ['{"params":{"a":"LONG"},"id":3,"method":"x"}', undefined],
  ['{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"LONG"}}', undefined],
])('SEC-34 names the request of a line that is too long: %s', async (message, id) => {
  const long = Buffer.from(`${message.replace('LONG', 'x'.repeat(2_000))}\n`);
  for (const size of [long.length, 100, 7]) {
    const count = Math.ceil(long.length / size);
    const chunks = Array.from({ length: count }, (_, index) =>
      long.subarray(index * size, (index + 1) * size),
    );
    expect(await passed(1_000, chunks)).toEqual({ out: '', refused: [id] });
  }
});

it('SEC-34 a message over stdio that is too long is refused, and the others are answered', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers = text(output);
  const served = serveStdio(() => Promise.reject(new Error('Nothing is called.')), {
    input,
    output,
  });
  const clientInfo = { name: 'test', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  const big = { name: 'save_email', arguments: { title: 'x'.repeat(messageBytes) } };
  for (const message of [
    { method: 'initialize', params, jsonrpc: '2.0', id: 1 },
    { method: 'tools/call', params: big, jsonrpc: '2.0', id: 2 },
    { method: 'ping', jsonrpc: '2.0', id: 3 },
  ]) {
    input.write(`${JSON.stringify(message)}\n`);
  }
  input.end();
  await served;
  output.end();
  const byId = new Map(
    (await answers)
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map((answer) => [answer.id, answer]),
  );
  expect(byId.get(2)).toMatchObject({
    error: { code: -32600, message: expect.stringContaining(`at most ${messageBytes} bytes`) },
  });
  expect(byId.get(1)).toHaveProperty('result');
  expect(byId.get(3)).toHaveProperty('result');
});

it('EVENT-10 a message over stdio whose number would lose digits is refused by its id', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers = text(output);
  const call = () => Promise.reject(new Error('Nothing is called.'));
  const served = serveStdio(call, { input, output });
  input.write(
    '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"n":9007199254740993}}}\n',
  );
  input.end('{"jsonrpc":"2.0","method":"notifications/x","params":{"n":9007199254740993}}\n');
  await served;
  output.end();
  const refused = { code: -32600, message: expect.stringContaining('9007199254740993') };
  const found = (await answers)
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  expect(found).toEqual([
    { jsonrpc: '2.0', id: 1, error: refused },
    { jsonrpc: '2.0', error: refused },
  ]);
});

it('SURF-03 a line over stdio that is no JSON, or no message, is answered as such, and the next is read', async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const answers = text(output);
  const call = () => Promise.reject(new Error('Nothing is called.'));
  const served = serveStdio(call, { input, output });
  input.write('{"jsonrpc":"2.0","id":1,"method":"tools/list"\n\n');
  input.write('{"id":2,"method":"ping"}\n');
  input.write('[{"jsonrpc":"2.0","id":3,"method":"ping"}]\n');
  input.end('{"jsonrpc":"2.0","id":4,"method":"ping"}\n');
  await served;
  output.end();
  const found = (await answers)
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
  const noMessage = { code: -32600, message: expect.stringContaining('no JSON-RPC message') };
  expect(found).toEqual([
    {
      jsonrpc: '2.0',
      error: { code: -32700, message: expect.stringContaining('not valid JSON') },
    },
    { jsonrpc: '2.0', id: 2, error: noMessage },
    { jsonrpc: '2.0', error: noMessage },
    expect.objectContaining({ id: 4 }),
  ]);
});
