import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt } from '../support/source-text.ts';

const shipped = ['core', 'store', 'mail', 'service', 'http', 'console', 'mcp', 'cli'];
const all = [...shipped, 'test', 'bench'];

/** Old names of functions, types and members, with the ones that replaced them. */
const oldNames: Record<string, string> = {
  requireWanted: 'throwIfCancelled',
  writeWanted: 'writeActive',
  Deed: 'PersonEffect',
  deeds: 'effects',
  writeDeeds: 'writePersonEffects',
  stopsMail: 'blockSends',
  stoppedBy: 'blockedBy',
  handedOver: 'drainInFlight',
  holdPeople: 'lockPeople',
  Walked: 'AdvancedRun',
  Walks: 'RunBatch',
  Happening: 'UnrecordedEvent, LaterEvent',
  SubscriptionTold: 'SubscriptionPatch',
  meter: 'ParseBudget',
  sound: 'valid',
  soundLeaf: 'validLeaf',
  stranger: 'unknownKey',
  strangers: 'nonObjects',
  Scene: 'StepContext, EvalContext',
  SqlScene: 'SqlContext',
  unnamed: 'withoutPrepare',
  singleRead: 'readWithoutTransaction',
  KeptSources: 'PreviewCache',
  libraryRows: 'contentLibrary',
  lockLibrary: 'lockContent',
  inTurns: 'runYielding',
  withoutPause: 'runSync',
  Place: 'Position',
  JsonPlace: 'JsonMember',
  quickTemplate: 'optimizeTemplate',
  quicken: 'optimizeTemplate',
  Quickener: 'Optimizer',
  loneButtons: 'blockButtons',
  keepFlows: 'lockFlowsKeyShare',
  keepPeople: 'lockPeopleKeyShare',
  sharePeople: 'lockPeopleShared',
  doubtSends: 'markSendsUncertain',
  noteTurns: 'enqueueSequenceWork',
  noteOptOuts: 'enqueueOptOuts',
  holdOff: 'holdForSequences',
  holdPaused: 'holdForFlows',
  keepMoney: 'recordBilling',
};

/** Old file names, without their extension. */
const oldFiles: ReadonlySet<string> = new Set([
  ...['wanted', 'answered', 'first-answer', 'deed', 'write-deeds', 'in-hand', 'hold-people'],
  ...['told', 'meter', 'attempted', 'single-read', 'kept-sources', 'in-turns', 'without-pause'],
  ...['starting-with', 'merge', 'walked', 'waking', 'reached', 'sound-leaf', 'unnamed', 'paced'],
  ...['pacer', 'templates', 'library-rows', 'library-lock', 'place', 'counted', 'finding'],
  ...['watching', 'screen-text', 'quick-template', 'quick-for', 'quick-value', 'hide-markup'],
  ...['html-context', 'lone-buttons', 'instance', 'key-fingerprint'],
]);

/** The file that lists them. */
const checker = /(?:^|\/)names\.test\.ts$/;

function oldNamesIn(tree: SourceTree): string[] {
  const pattern = new RegExp(
    String.raw`(?<![\w$])(?:${Object.keys(oldNames).join('|')})(?![\w$])`,
    'g',
  );
  return sources(tree, all).flatMap(([path, text]) => {
    if (checker.test(path)) return [];
    const file = /([^/]+)\.tsx?$/.exec(path)?.[1] ?? '';
    const code = codeOnly(text);
    const named = [...code.matchAll(pattern)].map(
      ({ 0: name, index }) => `${path}:${lineAt(code, index)} has ${name}, now ${oldNames[name]}`,
    );
    return oldFiles.has(file) ? [`${path} has an old name`, ...named] : named;
  });
}

it('WORD-01 has none of the old names, as an identifier or as a file', () => {
  expect(oldNamesIn(projectTree())).toEqual([]);
});

it('WORD-01 would see each old name', () => {
  const names = Object.keys(oldNames);
  const tree = treeOf({
    'core/src/a.ts': names.map((name) => `use(${name});`).join('\n'),
    'service/src/sending/in-hand.ts': 'export const holds = 1; // told of a deed: sharePeople',
    'test/b.ts': "say('sharePeople'); const sounds = walked.place;",
  });
  const found = oldNamesIn(tree);
  expect(found).toHaveLength(names.length + 1);
  expect(found).toContain('core/src/a.ts:3 has Deed, now PersonEffect');
  expect(found).toContain('service/src/sending/in-hand.ts has an old name');
});

/** Words that once meant several things. */
const words = ['account', 'place', 'template', 'token', 'walk'];

/** Names that carried another meaning of such a word. */
const otherMeanings: Record<string, RegExp> = {
  place: /(?<![\w$])(?:place|places|\w*Place)(?![\w$])/g,
  token: /\b(?:leaseToken|claimToken)\b/g,
  walk: /\b(?:Walked|Walks)\b/g,
};

function rowsOf(glossary: string, word: string): string[] {
  return glossary.match(new RegExp(String.raw`^\| ${word} +\| \S.*$`, 'gm')) ?? [];
}

/** Names of core, store and service that carry another meaning than the glossary states. */
function otherMeaningsIn(tree: SourceTree): string[] {
  return sources(tree, ['core', 'store', 'service']).flatMap(([path, text]) => {
    const code = codeOnly(text);
    return Object.entries(otherMeanings).flatMap(([word, pattern]) =>
      [...code.matchAll(pattern)].map(
        ({ 0: name, index }) => `${path}:${lineAt(code, index)} has ${name}, see ${word}`,
      ),
    );
  });
}

it('WORD-02 states one meaning of each word that had several, and uses no other', () => {
  const glossary = projectTree().get('docs/glossary.md') ?? '';
  for (const word of words) expect(rowsOf(glossary, word)).toHaveLength(1);
  expect(otherMeaningsIn(projectTree())).toEqual([]);
});

it('WORD-02 would see another meaning, and a word without a row', () => {
  const tree = treeOf({
    'core/src/a.ts': 'interface ExportPlace {}\nlist.map((one, place) => one); // a place',
    'store/src/b.ts': 'const sql = tx`order by place`; placeButtons(leaseToken);',
  });
  expect(otherMeaningsIn(tree)).toEqual([
    'core/src/a.ts:1 has ExportPlace, see place',
    'core/src/a.ts:2 has place, see place',
    'store/src/b.ts:1 has leaseToken, see token',
  ]);
  expect(rowsOf('| walk  | one advance |\n| walker | other |', 'walk')).toHaveLength(1);
  expect(rowsOf('| walk |  |', 'walk')).toEqual([]);
});

const isSource = (path: string) => /^\w+\/src\/.*\.tsx?$|^cli\/bin\/.*\.mjs$/.test(path);

/** Constants in another casing than the one of every other name. */
function screaming(tree: SourceTree): string[] {
  const found: string[] = [];
  for (const [path, text] of tree) {
    if (!isSource(path)) continue;
    const names = codeOnly(text).matchAll(
      /\b(?:const|static readonly) ([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b/g,
    );
    for (const { 1: name, index } of names) {
      found.push(`${path}:${lineAt(text, index)} writes ${name} in capitals`);
    }
  }
  return found;
}
it('WORD-03 writes constants in one casing', () => {
  expect(screaming(projectTree())).toEqual([]);
});

it('WORD-03 would see another casing', () => {
  const tree = treeOf({ 'core/src/a.ts': "export const MAX_ROWS = 3;\nconst mostRows = 'A_B';" });
  expect(screaming(tree)).toEqual(['core/src/a.ts:1 writes MAX_ROWS in capitals']);
});

const isSnake = (name: string) => /[a-z0-9]_[a-z0-9]/.test(name);
const isCamel = (name: string) => /[a-z0-9][A-Z]/.test(name);

/** Object types and literals that hold no other. */
const objectPattern = /(?<=interface \w+ )\{([^{}]*)\}|(?<=[=(,:?>] ?|return )\{([^{};()]*)\}/g;

/** Members of either. */
const memberPattern = /(?:^|[,;{])\s*(?:readonly )?([a-z]\w*)\??(?=\s*(?:[:,]|$))/g;

/** Names of our own in the case of rows, and objects that are half a row. */
function mixedCasesIn(tree: SourceTree): string[] {
  return sources(tree, shipped).flatMap(([path, text]) => {
    const code = codeOnly(text);
    const own = [...code.matchAll(/\b(?:const|let|function|class)\s+(\w+)/g)]
      .filter(([, name = '']) => /^[a-z]/.test(name) && isSnake(name))
      .map(({ index, 1: name }) => `${path}:${lineAt(code, index)} ${name}`);
    const mixed = [...code.matchAll(objectPattern)].flatMap(({ index, 1: type, 2: literal }) => {
      const names = [...(type ?? literal ?? '').matchAll(memberPattern)].map(
        ([, name = '']) => name,
      );
      return names.some(isSnake) && names.some(isCamel)
        ? [`${path}:${lineAt(code, index)} ${names.join(', ')}`]
        : [];
    });
    return [...own, ...mixed];
  });
}

it('WORD-04 names of our own are in camel case, and an object is a row or ours', () => {
  expect(mixedCasesIn(projectTree())).toEqual([]);
  const offence = `const due_at = now;
interface Fact {
  person_id: number;
  inSegment: boolean;
}
const fact = { person_id, inSegment: true };
const row = { person_id, due_at: dueAt };
`;
  const found = mixedCasesIn(treeOf({ 'core/src/queue/fact.ts': offence }));
  expect(found.map((line) => line.split(' ').slice(1).join(' '))).toEqual([
    'due_at',
    'person_id, inSegment',
    'person_id, inSegment',
  ]);
});
