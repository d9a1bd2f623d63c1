import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt } from '../support/source-text.ts';

const shipped = ['core', 'store', 'mail', 'service', 'http', 'mcp', 'cli'];

/** What lives as long as a call or a process: its state belongs in it, where readers see it. */
const owners = ['Tx', 'Session', 'UnitOfWork', 'Deps', 'Context', 'Database', 'Sql'];

const weakType = /\bWeak(?:Map|Set)\b(?:\s*<\s*(?:readonly\s+)?(\w+)(?:\s*<\s*(\w+))?)?/g;
const weakUse = /\.(?:get|set|has|add|delete)\(\s*(tx|deps|context|database|this\.#deps)\s*[,)]/g;

/**
 * Weak maps and sets kept beside a transaction or beside the parts of the service: they are of such a
 * type, or of none that can be read, or are asked by a variable of such a name.
 */
function hiddenState(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of sources(tree, shipped)) {
    const code = codeOnly(text);
    const weak = [...code.matchAll(weakType)];
    for (const { index, 1: key, 2: within } of weak) {
      const typed = code.slice(0, index).match(/:\s*Weak(?:Map|Set)<[^;=]*=\s*new\s*$/) !== null;
      const isOwners = [key, within].some((name) => name !== undefined && owners.includes(name));
      if (isOwners || (key === undefined && !typed)) {
        found.push(`${path}:${lineAt(code, index)} keeps state beside ${key ?? 'anything'}`);
      }
    }
    if (weak.length === 0) continue;
    for (const { index, 1: name } of code.matchAll(weakUse)) {
      found.push(`${path}:${lineAt(code, index)} asks for state beside ${name}`);
    }
  }
  return found;
}

it('UNIT-01 keeps nothing in weak maps beside a transaction or the dependencies', () => {
  expect(hiddenState(projectTree())).toEqual([]);
});

it('UNIT-01 would see such a map, whatever it is typed as', () => {
  const tree = treeOf({
    'service/src/a.ts': 'const pending = new WeakMap<Tx, string[]>();',
    'service/src/b.ts': 'readonly #turns: WeakMap<Deps, Turns> = new WeakMap();',
    'service/src/c.ts': 'const seen = new WeakSet<Pick<Deps, "log">>();',
    'service/src/d.ts': 'const any = new WeakMap();',
    'service/src/e.ts': 'const of = new WeakMap<object, string>();\nof.set(tx, "x");',
    'core/src/f.ts': 'const known = new WeakMap<Details, Prepared>(); // WeakMap<Tx, x>',
    'test/service/g.ts': 'const ours = new WeakMap<Tx, string>();',
  });
  expect(hiddenState(tree)).toEqual([
    'service/src/a.ts:1 keeps state beside Tx',
    'service/src/b.ts:1 keeps state beside Deps',
    'service/src/c.ts:1 keeps state beside Pick',
    'service/src/d.ts:1 keeps state beside anything',
    'service/src/e.ts:2 asks for state beside tx',
  ]);
});
