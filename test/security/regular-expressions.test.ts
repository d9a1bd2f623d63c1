import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSync } from 'recheck';
import { describe, expect, it } from 'vitest';
import {
  expressionsOf,
  type FoundExpression,
  type KnownParts,
} from '../support/regular-expressions.ts';
import { projectTree, root } from '../support/repository.ts';
import { suite } from '../support/test-files.ts';

/** A mark of placeholders, as `markFor` makes them. */
const mark = ['lqx', 'lqxxx'];

/** Every place that puts a pattern together, with what its parts can be. */
const knownParts: KnownParts = {
  'core/src/catalog/words.ts': {
    "outlinedNames.join('|')": ['get_flow|get_flow_version|list_flows'],
  },
  'core/src/content/components/block-buttons.ts': { 'masks.mark': mark },
  'core/src/content/compile/layout.ts': { 'masks.mark': mark },
  'core/src/content/html/mask-liquid.ts': { 'masker.mark': mark },
  'core/src/content/html/sanitize-html.ts': { mark },
  'core/src/content/markdown/markdown-source.ts': { 'masks.mark': mark },
  'core/src/content/markdown/plain-text.ts': { 'masks.mark': mark },
  // The elements whose text is not parsed.
  'core/src/content/text/html-scanner.ts': { name: ['style', 'script', 'title', 'textarea'] },
  'http/src/api/route-table.ts': {
    "parts.join('/')": ['/api/v1/flows/[^/]+/versions/[^/]+/rollback', '/docs/.*'],
  },
  'mcp/src/resources/resource-uri.ts': {
    "literal.replace(/\\{\\+\\w+\\}/, '(.+)').replace(/\\{\\w+\\}/, '([^/]+)')": [
      'postroad://flows/([^/]+)',
      'postroad://definitions/(.+)',
    ],
  },
  'cli/src/commands/mcp-hosts.ts': { name: ['postroad', 'postroad_2-test'] },
};

/** What LiquidJS has and no value of a person or an event reaches. */
const unreached: ReadonlyMap<string, string> = new Map([
  ['/\\n\\s*[^#\\s]/g', 'reads the comments of an author, while a source is parsed'],
]);

const liquid = 'node_modules/liquidjs/dist/liquid.node.mjs';

function allExpressions(): FoundExpression[] {
  const sources = [...projectTree()].filter(([path]) =>
    /^(?!test\/|bench\/)\w+\/(?:src|bin)\/.*\.(?:ts|mjs)$/.test(path),
  );
  sources.push([liquid, readFileSync(join(root, liquid), 'utf8')]);
  const distinct = new Map<string, FoundExpression>();
  for (const one of sources.flatMap(([path, code]) => expressionsOf(path, code, knownParts))) {
    if (!distinct.has(one.text)) distinct.set(one.text, one);
  }
  return [...distinct.values()].filter(({ text }) => !unreached.has(text));
}

/**
 * Looks for a text on which a search takes more than linear time, with automata and with texts that
 * it makes up; what it counts is steps. Null if there is none.
 */
function slowness({ pattern, flags }: Pick<FoundExpression, 'pattern' | 'flags'>): string | null {
  const found = checkSync(pattern, flags, { timeout: 120_000, randomSeed: 1 });
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : found.error.kind;
}

interface Proofs {
  recheck: string;
  linear: string[];
}

const proofsPath = join(root, 'test/security/regular-expressions.json');
const readProofs = () => JSON.parse(readFileSync(proofsPath, 'utf8')) as Proofs;

const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/recheck/package.json'), 'utf8'),
) as { version: string };

describe('SEC-26 no regular expression is worse than linear', () => {
  /**
   * A proof costs up to seconds and holds as long as pattern and checker are the same, so `npm test`
   * proves those that are not on record, which may be a few, and `npm run test:all` proves all.
   */
  it('in the sources, as a literal or built at run time, nor in LiquidJS', () => {
    const expressions = allExpressions();
    const kept = readProofs();
    const proved = new Set(suite === 'all' || kept.recheck !== version ? [] : kept.linear);
    const unproved = expressions.filter(({ text }) => !proved.has(text));
    const slow = unproved
      .map((one) => ({ ...one, slow: slowness(one) }))
      .filter((one) => one.slow !== null);
    expect(slow.map((one) => `${one.place} ${one.text} is ${one.slow}`)).toEqual([]);
    const linear = expressions.map(({ text }) => text).toSorted();
    const proofs = `${JSON.stringify({ recheck: version, linear }, null, 2)}\n`;
    if (process.env.UPDATE_GOLDEN === '1') writeFileSync(proofsPath, proofs);
    else if (suite === 'quick') {
      const most = 'UPDATE_GOLDEN=1 puts what was proved on record';
      expect(unproved.length, most).toBeLessThanOrEqual(20);
    }
  });

  it.each([
    ['SEC-25 in the log', 'service/src/platform/log.ts'],
    ['SEC-03 for the addresses of links', 'core/src/content/text/link-url.ts'],
  ])('proved again %s', (_, path) => {
    const found = expressionsOf(path, projectTree().get(path) ?? '', knownParts);
    expect(found.map((one) => [one.text, slowness(one)])).toEqual(
      found.map(({ text }) => [text, null]),
    );
  });

  it.each([
    ['the trim of an address that was quadratic', '/^[\\u0000- ]+|[\\u0000- ]+$/g'],
    ['nested repetition', '/^(?:a+)+$/'],
  ])('would see %s', (_, literal) => {
    const [found] = expressionsOf('core/src/x.ts', `export const x = ${literal};`, {});
    expect(found && slowness(found)).toMatch(/polynomial|exponential/);
  });

  it('would see an expression that is put together of parts nobody knows', () => {
    const code =
      'const tail = /-+/;\nexport const x = (mark: string) => new RegExp(`^$' +
      '{mark}$' +
      "{tail.source}`, 'g');";
    expect(() => expressionsOf('core/src/x.ts', code, {})).toThrow(
      'core/src/x.ts:2: what can mark be?',
    );
    const known = { 'core/src/x.ts': { mark: ['a', 'b'] } };
    const texts = expressionsOf('core/src/x.ts', code, known).map((one) => one.text);
    expect(texts).toEqual(['/-+/', '/^a-+/g', '/^b-+/g']);
  });
});
