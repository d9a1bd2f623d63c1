import type { ServerContext } from '@modelcontextprotocol/server';
import type { Call } from '@postroad/core/catalog/call';
import { limits } from '@postroad/core/platform/limits';
import { fitResult as fitted } from '@postroad/mcp/calls/fit-result';
import { withProgress } from '@postroad/mcp/calls/progress';
import { resourceLinks } from '@postroad/mcp/resources/resource-links';
import {
  readResourceUri,
  resourceTemplates,
  resourceUri,
} from '@postroad/mcp/resources/resource-uri';
import { toolByName } from '@postroad/mcp/tools/catalog';
import { followImport } from '@postroad/mcp/tools/import-progress';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '../../support/property-tests.ts';

function tool(name: string) {
  const found = toolByName(name);
  if (!found) throw new Error(`There is no ${name}.`);
  return found;
}

/** The answer; its text is the same. */
function fitResult(...given: Parameters<typeof fitted>): object {
  const { answer, text } = fitted(...given);
  expect(text).toBe(JSON.stringify(answer));
  return answer;
}

const size = (value: unknown) => JSON.stringify(value).length;

describe('an answer', () => {
  it('that fits is not changed', () => {
    const answer = { people: [{ id: 1 }], next_cursor: 'x' };
    expect(fitResult(answer, tool('list_people'), {})).toEqual(answer);
  });

  it.each([
    [
      'list_events',
      { events: Array.from({ length: 90 }, (_, id) => ({ id, t: 'x'.repeat(900) })) },
    ],
    ['get_email', { email: { id: 1, body_markdown: '"\n'.repeat(40_000), labels: [] } }],
    [
      'pull_definitions',
      {
        files: Object.fromEntries(
          Array.from({ length: 60 }, (_, index) => [`flows/${index}.json`, 'y'.repeat(2_000)]),
        ),
      },
    ],
    ['get_flow', { flow: { definition: { nodes: [{ nodes: Array(9_000).fill('a "step"') }] } } }],
    ['get_settings', { settings: { a: 'é'.repeat(30_000), b: '\ud83d\ude00'.repeat(20_000) } }],
  ])('of %s that is too long is cut, and says where', (name, answer) => {
    const fitted = fitResult({ ...answer, next_cursor: 'x' }, tool(name), {}) as {
      cuts: { at: string; how: string }[];
    };
    expect(size(fitted)).toBeLessThanOrEqual(limits.mcpResultChars);
    expect(fitted).not.toHaveProperty('next_cursor');
    expect(fitted.cuts[0]?.how).toMatch(/\d.*\.$/);
    expect(JSON.stringify(fitted).isWellFormed()).toBe(true);
  });

  it('of any shape is cut to what a model can take, or cannot be', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        fc.integer({ min: 1, max: 400 }),
        (value, times) => {
          const answer = { rows: Array.from({ length: times }, () => value), more: value };
          const fitted = fitResult(answer, tool('list_people'), {});
          if (size(answer) <= limits.mcpResultChars) expect(fitted).toEqual(answer);
          else expect(size(fitted)).toBeLessThan(size(answer) + limits.mcpCutsChars);
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('names twenty findings of a kind and counts the rest', () => {
    const errors = Array.from({ length: 33 }, (_, index) => ({ path: `nodes[${index}]` }));
    const answer = { valid: false, errors, warnings: errors.slice(0, 21) };
    expect(fitResult(answer, tool('validate_flow'), {})).toMatchObject({ more: 14 });
    const flow = fitResult({ flow: { validation: answer } }, tool('save_flow'), {});
    expect(flow).toMatchObject({ flow: { validation: { more: 14 } } });
  });
});

it.each([
  [{ flow: { key: 'a b' } }, ['postroad://flows/a%20b/diagram']],
  [{ theme: { key: 'night' } }, []],
  [{ theme: { key: 'night' }, cuts: [] }, ['postroad://themes/night']],
  [{ email: { id: 7 }, cuts: [] }, ['postroad://emails/7', 'postroad://emails/7/html']],
  [{ email: { id: 7 }, dry_run: true }, []],
  [{ email: null }, []],
  [{ deleted: true }, []],
])('links %j to what is not in it', (answer, uris) => {
  expect(resourceLinks(answer).map(({ uri }) => uri)).toEqual(uris);
});

it('reads back the address of any resource', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...resourceTemplates),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.integer({ min: 1 }),
      ({ kind, variable }, text, id) => {
        const of = variable === 'id' ? String(id) : text;
        fc.pre(of.isWellFormed());
        expect(readResourceUri(resourceUri(kind, of))).toEqual({ kind, of });
      },
    ),
    { numRuns: runs(300) },
  );
});

describe('progress', () => {
  const contextOf = (progressToken: number | undefined, notified: (progress: number) => void) =>
    ({
      mcpReq: {
        _meta: { progressToken },
        notify: async ({ params }: { params: { progress: number } }) => notified(params.progress),
      },
    }) as unknown as ServerContext;

  it('is sent while the work lasts, and not after it', async () => {
    const seen: number[] = [];
    let finish: () => void = () => expect.unreachable();
    const work = new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
    const context = contextOf(7, (progress) => {
      seen.push(progress);
      if (progress === 3) finish();
    });
    expect(await withProgress(context, 1, () => work)).toBe('done');
    expect(seen).toEqual([1, 2, 3]);
  });

  it('AGM-05 names rows, total and the id of an import, and grows while nothing more is done', async () => {
    const imports = [{ id: 3, processed: 10, rows: 10 }];
    const call: Call = async () => ({ output: { imports: imports.toReversed().slice(0, 2) } });
    const sent: object[] = [];
    let finish: () => void = () => expect.unreachable();
    const work = new Promise<string>((resolve) => {
      finish = () => resolve('done');
    });
    const context = {
      mcpReq: {
        _meta: { progressToken: 7 },
        notify: async ({ params }: { params: object }) => {
          sent.push(params);
          if (sent.length === 1) imports.push({ id: 4, processed: 4_000, rows: 20_000 });
          if (sent.length === 4) imports.push({ id: 5, processed: 0, rows: 1 });
          if (sent.length === 5) finish();
        },
      },
    } as unknown as ServerContext;
    await withProgress(
      context,
      1,
      () => work,
      () => followImport(call),
    );
    const message = 'import_id 4: 4,000 of 20,000 rows; cancel_import stops it.';
    expect(sent).toMatchObject([
      { message: expect.stringMatching(/^Running for/) },
      { progress: 4_000, total: 20_000, message },
      { progress: 4_000.001, message },
      { total: 20_000, message },
      // Another import has begun: nobody is sent to the wrong one.
      { message: expect.stringMatching(/^Running for/) },
    ]);
  });

  it('is not sent to a client that did not ask', async () => {
    const context = contextOf(undefined, () => expect.unreachable());
    expect(await withProgress(context, 1, async () => 'done')).toBe('done');
  });

  it('ends when the work fails', async () => {
    const context = contextOf(7, () => undefined);
    await expect(withProgress(context, 1, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
  });
});

describe('what may be written back', () => {
  const files = (count: number, chars: number) =>
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        `emails/${index}.md`,
        `${index} `.repeat(chars / 4),
      ]),
    );

  it('AGT-01 files come whole, or are left out with their names', () => {
    const all = files(40, 1_800);
    const fitted = fitResult({ files: all }, tool('pull_definitions'), {}) as {
      files: Record<string, string>;
      cuts: { at: string; how: string }[];
    };
    const there = Object.keys(fitted.files);
    expect(there.length).toBeGreaterThan(8);
    for (const path of there) expect(fitted.files[path]).toBe(all[path]);
    const [cut] = fitted.cuts;
    for (const path of Object.keys(all)) {
      expect(there.includes(path) || cut?.how.includes(path), path).toBe(true);
    }
    expect(cut?.how).toContain('as paths');
  });

  it('AGT-01 a long body is left out whole, with where to read it', () => {
    const email = { id: 7, subject: 'Hi', body_markdown: 'x'.repeat(225_000) };
    const fitted = fitResult({ email }, tool('get_email'), {});
    expect(fitted).toEqual({
      cuts: [{ at: 'email.body_markdown', how: expect.stringContaining('225002 characters') }],
      email: { id: 7, subject: 'Hi' },
    });
    expect(resourceLinks(fitted).map(({ uri }) => uri)).toContain('postroad://emails/7');
  });

  it('AGT-04 a flow of 200 steps has 200 steps in its definition', () => {
    const nodes = Array.from({ length: 200 }, (_, id) => ({
      ...{
        id: id + 1,
        type: 'add_tag',
        name: `Step ${id}`,
        slug: `step-${id}`,
        tag: 'x'.repeat(60),
      },
    }));
    const steps = nodes.map(({ id }) => ({ id, summary: 'y'.repeat(120), people: 0, parked: 0 }));
    const flow = { id: 1, key: 'long', definition: { trigger: {}, nodes }, steps };
    const fitted = fitResult({ flow }, tool('get_flow'), {});
    expect(fitted).toMatchObject({ flow: { definition: { nodes } } });
    expect(fitted).toMatchObject({ cuts: [{ at: 'flow.steps' }] });
  });

  it('AGT-02 a list of findings that is shortened twice is named once, with how many there are', () => {
    const warnings = Array.from({ length: 201 }, (_, id) => ({ id, message: 'w'.repeat(60) }));
    const definition = { nodes: Array.from({ length: 200 }, () => 'n'.repeat(200)) };
    const flow = { key: 'long', definition, validation: { valid: true, errors: [], warnings } };
    const { cuts } = fitResult({ flow }, tool('get_flow'), {}) as {
      cuts: { at: string; how: string }[];
    };
    expect(cuts).toEqual([
      { at: 'flow.validation.warnings', how: expect.stringMatching(/^\d+ of 201 are here\. /) },
    ]);
    const fitting = { flow: { ...flow, definition: { nodes: [] } } };
    expect(fitResult(fitting, tool('get_flow'), {})).toMatchObject({
      cuts: [{ at: 'flow.validation.warnings', how: expect.stringMatching(/^20 of 201 are here/) }],
    });
  });

  it('AGT-02 what a write answers at length is read elsewhere, since it is not written again to read it', () => {
    const steps = Array.from({ length: 300 }, (_, id) => `${id}-${'s'.repeat(120)} Wait 1 day`);
    const flow = { id: 1, key: 'long', status: 'draft', steps };
    expect(fitResult({ flow }, tool('save_flow'), {})).toMatchObject({
      cuts: [{ at: 'flow.steps', how: expect.stringMatching(/are here\. Read all of it/) }],
    });
  });

  it('AGT-02 every cut is named', () => {
    const long = Object.fromEntries(
      Array.from({ length: 9 }, (_, index) => [`text_${index}`, 'z'.repeat(20_000)]),
    );
    const { cuts } = fitResult({ email: long }, tool('get_email'), {}) as { cuts: unknown[] };
    expect(cuts).toHaveLength(8);
  });
});
