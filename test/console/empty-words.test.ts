import { emptyCommands, emptyLeads } from '@postroad/console/operations/empty-leads';
import { de } from '@postroad/console/words/de';
import { en } from '@postroad/console/words/en';
import { operationNamed, operationNames } from '@postroad/core/catalog/catalog';
import { contractSchemasOf } from '@postroad/core/catalog/contract-schemas';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { describe, expect, it } from 'vitest';

const lists = operationNames
  .filter((name) => name.startsWith('list_'))
  .map((name) => {
    const { noun, verb } = operationNamed(name);
    return { name, noun, of: verb === 'list' ? noun : name };
  });

const wordOf = (words: object, key: string) =>
  (words as Record<string, string | undefined>)[key]?.trim() ?? '';

/** What is wrong with a line of the command line, by the contract that it calls. */
function faultsIn(line: string): string[] {
  const [program, noun, verb, ...rest] = line.split(' ');
  const name = operationNames.find(
    (one) => operationNamed(one).noun === noun && operationNamed(one).verb === verb,
  );
  if (program !== 'postroad' || name === undefined) return [`${line}: no such command`];
  const { properties = {}, required = [] } = contractSchemasOf(name).input;
  const flags = rest
    .filter((word) => word.startsWith('--') && word !== '--dry-run')
    .map((word) => word.slice(2).replaceAll('-', '_'));
  const words = rest.filter(
    (word, index) => !word.startsWith('--') && !rest[index - 1]?.startsWith('--'),
  );
  const inPath = pathParameters(operationNamed(name).path);
  // The file of an import is its content.
  const isFile = name === 'import_people';
  const given = [...flags, ...(isFile ? ['content'] : inPath)];
  return [
    ...flags.filter((flag) => !Object.hasOwn(properties, flag)),
    ...required.filter((member) => !given.includes(member)),
    ...(words.length === (isFile ? 1 : inPath.length) ? [] : [`${words.length} words`]),
  ].map((fault) => `${line}: ${fault}`);
}

describe('words of empty lists', () => {
  it.each(lists)('$name: says what it would hold, with one example', ({ of }) => {
    for (const words of [en, de]) {
      expect(wordOf(words, `empty.${of}`)).toMatch(/^\p{Lu}.+\.$/u);
      const examples = [wordOf(words, `example.${of}`), emptyCommands[of] ?? ''];
      expect(examples.filter((example) => example !== '')).toHaveLength(1);
    }
    expect(wordOf(de, `empty.${of}`)).not.toBe(wordOf(en, `empty.${of}`));
  });

  it('has words and leads for no list that is not there', () => {
    const known = new Set(lists.map(({ of }) => of));
    const named = Object.keys(en).flatMap(
      (key) => /^(?:empty|example)\.(.+)$/.exec(key)?.[1] ?? [],
    );
    const all = [...named, ...Object.keys(emptyLeads), ...Object.keys(emptyCommands)];
    expect(all.filter((of) => !known.has(of))).toEqual([]);
  });

  it('CON-23 leads from no list to that list itself', () => {
    const makes = (noun: string) =>
      operationNames.some((name) => {
        const { noun: own, verb } = operationNamed(name);
        return own === noun && (verb === 'create' || verb === 'record');
      });
    const itself = lists.filter(
      ({ name, noun, of }) =>
        name === `list_${noun}` && emptyLeads[of] === undefined && !makes(noun),
    );
    expect(itself.map(({ of }) => of)).toEqual([]);
  });

  it('shows only commands that the catalog takes', () => {
    const commands = Object.values(emptyCommands).filter((text) => !text.includes('\n'));
    expect(commands.length).toBeGreaterThan(5);
    expect(commands.flatMap(faultsIn)).toEqual([]);
    expect(faultsIn('postroad products create --kye pro')).toHaveLength(2);
  });
});
