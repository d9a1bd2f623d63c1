import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt } from '../support/source-text.ts';

interface Declared {
  at: string;
  name: string;
  /** As it is written, without the promise around it; empty where none is. */
  answer: string;
  body: string;
}

/** Index behind the bracket that closes the one at `open`. */
function closing(code: string, open: number): number {
  let depth = 0;
  for (let at = open; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1;
    else if (')]}'.includes(code[at] ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return code.length;
}

const declaration =
  /\b(?:function\*?|const) ((?:find|get|mustFind)[A-Z]\w*)(?:<[^(]*>)?(?: = (?:async )?)?\(/g;

/** Functions whose name begins with find, get or mustFind; calls have neither `function` nor `const`. */
function declared(tree: SourceTree): Declared[] {
  return sources(tree, ['core', 'store', 'service']).flatMap(([path, text]) => {
    const code = codeOnly(text);
    return [...code.matchAll(declaration)].map((match) => {
      const behind = closing(code, match.index + match[0].length - 1);
      const typed = /^:\s*/.exec(code.slice(behind))?.[0].length ?? 0;
      const rest = code.slice(behind + typed);
      // A type in braces has a member first, a body a statement.
      const start = rest.search(/(?:^|[^=<,|&:(]) *(?:=>|\{\n)/);
      const answer = typed === 0 ? '' : rest.slice(0, start + 1).trim();
      const open = code.indexOf('{', behind + typed + answer.length);
      return {
        at: `${path}:${lineAt(code, match.index)}`,
        name: match[1] ?? '',
        answer: /^Promise<([\s\S]*)>$/.exec(answer)?.[1]?.trim() ?? answer,
        body: code.slice(open, closing(code, open)),
      };
    });
  });
}

/** A list, a set, a map or a page is empty where nothing is found. */
const collection = /(?:\[\]|^(?:Readonly)?(?:Array|Set|Map)<[\s\S]*>|^Found[A-Z]\w*)$/;
/** Of the answer itself, not of a member of it. */
const mayBeNull = /^(?:null|undefined) \||\| (?:null|undefined)$/;

function misnamed(tree: SourceTree): string[] {
  return declared(tree).flatMap(({ at, name, answer, body }) => {
    const faults: string[] = [];
    if (name.startsWith('mustFind')) faults.push('is to be named get…');
    if (answer === '') faults.push('does not say what it answers');
    else if (name.startsWith('get') && mayBeNull.test(answer)) faults.push('can answer null');
    else if (name.startsWith('find') && !collection.test(answer) && !mayBeNull.test(answer)) {
      faults.push(`answers ${answer} and never null`);
    }
    if (name.startsWith('find') && /\bthrow notFound\(/.test(body)) faults.push('throws a 404');
    if (name.startsWith('get') && !/\bthrow\b|\bget[A-Z]/.test(body)) faults.push('never throws');
    return faults.map((fault) => `${at} ${name} ${fault}`);
  });
}

it('UNIT-18 answers null from what is named find…, and throws from what is named get…', () => {
  expect(declared(projectTree()).length).toBeGreaterThan(60);
  expect(misnamed(projectTree())).toEqual([]);
});

it('UNIT-18 would see a find… that throws or lacks its null, and a get… that answers null', () => {
  const tree = treeOf({
    'service/src/people/a.ts': [
      'async function findPerson(tx: Tx, { id }: { id: number }): Promise<Person> {',
      "  throw notFound('person', id);",
      '}',
      'function getTag(key: string): Tag | null {',
      '  return null;',
      '}',
      'export async function mustFindFlow(tx: Tx): Promise<Flow> {',
      '  return getFlow(tx);',
      '}',
      'const findKey = (key: string) => keys.get(key);',
    ].join('\n'),
    'store/src/people/b.ts': [
      'export async function findTag(',
      '  { sql }: Tx,',
      '  key: string,',
      '): Promise<{ id: number } | null> {',
      '  return null;',
      '}',
      'async function findTags(keys: string[]): Promise<ReadonlyMap<string, Tag>> {',
      '  return new Map();',
      '}',
      'async function getTag(tx: Tx): Promise<Tag> {',
      "  throw notFound('tag', 1);",
      '}',
    ].join('\n'),
  });
  expect(misnamed(tree)).toEqual([
    'service/src/people/a.ts:1 findPerson answers Person and never null',
    'service/src/people/a.ts:1 findPerson throws a 404',
    'service/src/people/a.ts:4 getTag can answer null',
    'service/src/people/a.ts:4 getTag never throws',
    'service/src/people/a.ts:7 mustFindFlow is to be named get…',
    'service/src/people/a.ts:10 findKey does not say what it answers',
  ]);
});
