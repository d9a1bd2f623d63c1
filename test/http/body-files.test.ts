import { limits } from '@postroad/core/platform/limits';
import { BodyFiles } from '@postroad/http/api/body-files';
import fc from 'fast-check';
import { expect, it } from 'vitest';

const where = { list: 'attachments', content: 'content_base64' };

interface Read {
  text: string;
  files: string[];
  /** The longest text that was handed on, or kept of one part. */
  most: number;
}

/** Reads a body in parts of these sizes, over and over. */
async function readIn(body: string, sizes: number[]): Promise<Read> {
  const files: string[] = [];
  let most = 0;
  const taken = new BodyFiles(where, {
    open: async () => {
      const index = files.push('') - 1;
      return {
        write: async (text) => {
          most = Math.max(most, text.length);
          files[index] += text;
        },
        end: async () => `file ${index}`,
      };
    },
  });
  const bytes = Buffer.from(body);
  const kept: Buffer[] = [];
  let at = 0;
  for (let turn = 0; at < bytes.length; turn += 1) {
    const size = sizes[turn % sizes.length] ?? 1;
    kept.push(...(await taken.take(bytes.subarray(at, at + size))));
    at += size;
  }
  return { text: Buffer.concat([...kept, taken.end()]).toString(), files, most };
}

const long = 'QUJD'.repeat(limits.fileInlineChars / 4 + 1);
const sizes = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 8 });

it('MSG-14 takes the long files out of a body, wherever its parts end, and nothing else', async () => {
  const content = fc.constantFrom('', 'aGk=', long, `${long}/+8=`);
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom('attachments', 'content_base64', '[{"content_base64":"', long),
  );
  const entry = fc.record(
    { filename: fc.string(), content_base64: content, content_id: value },
    { requiredKeys: [] },
  );
  const document = fc.record(
    {
      data: fc.oneof(value, fc.record({ attachments: fc.array(entry, { maxLength: 2 }) })),
      content_base64: content,
      attachments: fc.oneof(fc.array(entry, { maxLength: 4 }), entry),
      to: fc.string(),
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(document, sizes, fc.boolean(), async (body, parts, escapes) => {
      const json = JSON.stringify(body);
      const sent = escapes ? json.replaceAll('/', '\\/') : json;
      const { text, files } = await readIn(sent, parts);
      const wanted: string[] = [];
      const listed = Array.isArray(body.attachments) ? body.attachments : [];
      const attachments = listed.map((one) => {
        const { content_base64: found } = one;
        if (found === undefined || found.length <= limits.fileInlineChars) return one;
        wanted.push(found);
        return { ...one, content_base64: `file ${wanted.length - 1}` };
      });
      expect(files).toEqual(wanted);
      const rest = listed.length > 0 ? { ...body, attachments } : body;
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(rest)));
    }),
    { numRuns: 60 },
  );
});

it('MSG-14 holds a part of a file at a time', async () => {
  const file = 'QUJD'.repeat(2_500_000);
  const body = JSON.stringify({ attachments: [{ filename: 'a.pdf', content_base64: file }] });
  const { text, files, most } = await readIn(body, [65_536]);
  expect(files).toEqual([file]);
  expect(text.length).toBeLessThan(100);
  expect(most).toBeLessThanOrEqual(2 * 65_536);
});

it('leaves what is no JSON to the parser', async () => {
  for (const body of [
    '',
    '}',
    ']]]',
    '{"attachments":[{"content_base64":"abc',
    `"${long}"`,
    '[['.repeat(90_000),
  ]) {
    expect((await readIn(body, [7])).text).toBe(body);
  }
});
