import { expect, it } from 'vitest';
import { projectTree, type SourceTree, treeOf } from '../support/repository.ts';

const packagesWithRooms = ['core', 'store', 'service'];
const linesMax = 10;

/** Folders directly below `<package>/src`, each a room. */
function roomFolders(tree: SourceTree): string[] {
  const folders = [...tree.keys()].flatMap((path) => {
    const [name = '', src, room, ...rest] = path.split('/');
    const inRoom = packagesWithRooms.includes(name) && src === 'src' && rest.length > 0;
    return inRoom ? [`${name}/src/${room}`] : [];
  });
  return [...new Set(folders)];
}

/** Sources and folders between backticks that are neither there from the room on nor a whole path. */
function goneFiles(tree: SourceTree, folder: string, text: string): string[] {
  const held = [...tree.keys()];
  return [...text.matchAll(/`([\w./-]+\.ts|[\w/-]+\/)`/g)]
    .map(([, name = '']) => name)
    .filter((name) => {
      const named = `${folder}/${name}`;
      return !held.some((path) =>
        name.endsWith('/') ? path.startsWith(named) : [named, name].includes(path),
      );
    });
}

function readmeFaults(tree: SourceTree): string[] {
  return roomFolders(tree).flatMap((folder) => {
    const text = tree.get(`${folder}/README.md`);
    if (text === undefined) return [`${folder} has no README.md`];
    const lines = text.trimEnd().split('\n').length;
    return [
      ...(lines > linesMax ? [`${folder}/README.md has ${lines} lines`] : []),
      ...['Entry', 'Holds']
        .filter((word) => !text.includes(`- ${word}: `))
        .map((word) => `${folder}/README.md has no line "- ${word}: "`),
      ...goneFiles(tree, folder, text).map((name) => `${folder} has no ${name}`),
    ];
  });
}

it('HOUSE-07 says of each room in ten lines what it does, where it is entered and what it holds', () => {
  expect(readmeFaults(projectTree())).toEqual([]);
});

it('HOUSE-07 would see a room without a README, a long one and a file that is gone', () => {
  const short =
    '# Tags\n\nTags.\n\n- Entry: `tag.ts`, `import/`, `file.ts`.\n- Holds: nothing twice.\n';
  const tree = treeOf({
    'core/src/tags/tag.ts': '',
    'core/src/tags/import/file.ts': '',
    'core/src/tags/README.md': short,
    'store/src/tags/key.ts': '',
    'store/src/tags/README.md': short,
    'service/src/tags/tag.ts': '',
    'service/src/notes/README.md': `${'\n'.repeat(10)}a`,
  });
  expect(readmeFaults(tree)).toEqual([
    'core/src/tags has no file.ts',
    'store/src/tags has no tag.ts',
    'store/src/tags has no import/',
    'store/src/tags has no file.ts',
    'service/src/tags has no README.md',
    'service/src/notes/README.md has 11 lines',
    'service/src/notes/README.md has no line "- Entry: "',
    'service/src/notes/README.md has no line "- Holds: "',
  ]);
});
