import { cp, mkdir, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readFolder } from '@postroad/cli/definitions/tree-folder';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RunningService, startService } from '../surfaces/running-service.ts';
import { runCli } from '../surfaces/three-surfaces.ts';

let running: RunningService;
let base: string;
let ann: string;
let ben: string;

const body = ['One', '', 'Two', '', 'Three', '', 'Four', '', 'Five'].join('\n');

beforeEach(async () => {
  running = await startService();
  base = await mkdtemp(join(tmpdir(), 'postroad-checkouts-'));
  for (const title of ['News', 'Tips']) {
    await running.invoke('create_email', { title, subject: title, body_markdown: body });
  }
  ann = join(base, 'ann');
  ben = join(base, 'ben');
  await mkdir(ann);
  await cli(ann, 'pull');
  // A second pull would write the same.
  await cp(ann, ben, { recursive: true });
});

afterEach(async () => {
  await running.stop();
  await rm(base, { recursive: true, force: true });
});

const cli = (folder: string, ...argv: string[]) =>
  runCli(argv, { ...running.env, NO_COLOR: '1' }, '', false, { cwd: folder });

const files = async (folder: string) => (await readFolder(folder)).files;

async function pathOf(folder: string, title: string): Promise<string> {
  const found = Object.keys(await files(folder)).find((path) => path.endsWith(`-${title}.md`));
  if (found === undefined) throw new Error(`There is no file of ${title}.`);
  return found;
}

async function edit(folder: string, path: string, change: (text: string) => string) {
  const full = join(folder, path);
  const text = await readFile(full, 'utf8');
  expect(change(text)).not.toBe(text);
  await writeFile(full, change(text));
}

const read = (folder: string, path: string) => readFile(join(folder, path), 'utf8');

async function stored(title: string): Promise<string> {
  const all = await mkdtemp(join(base, 'stored-'));
  await cli(all, 'pull');
  return await read(all, await pathOf(all, title));
}

it('FILE-15 push --merge merges other lines of one file, and stores both changes', async () => {
  const path = await pathOf(ann, 'news');
  await edit(ben, path, (text) => text.replace('Five', 'Five by Ben'));
  expect(await cli(ben, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  await edit(ann, path, (text) => text.replace('One', 'One by Ann'));
  const blocked = await cli(ann, 'push', '--yes');
  expect(blocked).toMatchObject({ exitCode: 5 });
  expect(blocked.out + blocked.err).toContain('--merge');
  expect(await stored('news')).not.toContain('Ann');
  const dry = await cli(ann, 'push', '--merge', '--dry-run');
  expect(dry).toMatchObject({ exitCode: 0 });
  expect(await read(ann, path)).not.toContain('Ben');
  expect(await cli(ann, 'push', '--merge', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await stored('news')).toMatch(/One by Ann[\s\S]*Five by Ben/);
  expect(await read(ann, path)).toBe(await stored('news'));
  expect(await cli(ann, 'diff', '--exit-code')).toMatchObject({ exitCode: 0 });
});

it('FILE-15 after push --merge, a pull --merge brings what a colleague changed in other files', async () => {
  const [news, tips] = [await pathOf(ann, 'news'), await pathOf(ann, 'tips')];
  await edit(ben, news, (text) => text.replace('Five', 'Five by Ben'));
  await edit(ben, tips, (text) => text.replace('Three', 'Three by Ben'));
  await cli(ben, 'push', '--yes');
  await edit(ann, news, (text) => text.replace('One', 'One by Ann'));
  expect(await cli(ann, 'push', '--merge', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await read(ann, tips)).not.toContain('Ben');
  expect(await cli(ann, 'pull', '--merge', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await read(ann, tips)).toContain('Three by Ben');
  await cli(ann, 'push', '--yes');
  expect(await stored('tips')).toContain('Three by Ben');
});

it('FILE-15 push --merge marks lines that both sides changed, and no push stores the marks', async () => {
  const path = await pathOf(ann, 'news');
  await edit(ben, path, (text) => text.replace('Three', 'Three by Ben'));
  await cli(ben, 'push', '--yes');
  await edit(ann, path, (text) => text.replace('Three', 'Three by Ann'));
  const marked = await cli(ann, 'push', '--merge', '--yes');
  expect(marked).toMatchObject({ exitCode: 5 });
  expect(marked.err).toContain(path);
  expect(await read(ann, path)).toContain(
    '<<<<<<< yours\nThree by Ann\n=======\nThree by Ben\n>>>>>>> the server\n',
  );
  for (const more of [[], ['--force'], ['--merge']]) {
    const refused = await cli(ann, 'push', '--yes', ...more);
    expect(refused).toMatchObject({ exitCode: 5 });
    expect(refused.out + refused.err).toContain('conflict_unresolved');
  }
  expect((await cli(ann, 'validate')).exitCode).toBe(5);
  expect(await stored('news')).not.toContain('Ann');
  await edit(ann, path, (text) => text.replace(/<{7}[\s\S]*>{7}.*\n/, 'Three by both\n'));
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await stored('news')).toContain('Three by both');
});

it('FILE-15 a merge gives a new id to a step of yours whose id the service gave away meanwhile', async () => {
  const step = (name: string) => ({
    ...{ name, type: 'delay', duration: { amount: 1, unit: 'days' } },
  });
  const nodes = [step('One'), step('Two'), step('Three')];
  const definition = { trigger: { event: 'signed_up' }, nodes };
  await running.invoke('create_flow', { key: 'ways', name: 'Ways', definition });
  await cli(ann, 'pull');
  const path = 'flows/ways.json';
  const withNew = (text: string, at: number, ...names: string[]) => {
    const file = JSON.parse(text) as { definition: { nodes: object[] } };
    file.definition.nodes.splice(at, 0, ...names.map(step));
    return JSON.stringify(file);
  };
  const held = await read(ann, path);
  const { definition: theirs } = JSON.parse(withNew(held, 3, 'By Ben')) as {
    definition: Record<string, unknown>;
  };
  await running.invoke('update_flow', { flow_key: 'ways', definition: theirs });
  await edit(ann, path, (text) => withNew(text, 1, 'By Ann', 'Ann again'));
  await cli(ann, 'validate', '--fix');
  // Both sides now have a step 4.
  expect(await read(ann, path)).toContain('"node_counter": 5');
  expect(await cli(ann, 'push', '--merge', '--yes')).toMatchObject({ exitCode: 0 });
  const merged = JSON.parse(await read(ann, path)) as {
    definition: { nodes: { id: number; name: string }[] };
  };
  expect(merged.definition.nodes.map(({ id, name }) => [id, name])).toEqual([
    ...[
      [1, 'One'],
      [5, 'By Ann'],
      [6, 'Ann again'],
      [2, 'Two'],
      [3, 'Three'],
      [4, 'By Ben'],
    ],
  ]);
});

it('FILE-15 marks in front matter and in JSON are reported as such', async () => {
  const path = await pathOf(ann, 'news');
  for (const [one, text] of [
    [path, '---\n<<<<<<< yours\nid: 2\n=======\nid: 3\n>>>>>>> the server\n---\n\nx\n'],
    ['flows/welcome.json', '{\n<<<<<<< HEAD\n"key": "a"\n=======\n"key": "b"\n>>>>>>> b\n}\n'],
  ] as const) {
    await writeFile(join(ann, one), text);
    const { out } = await cli(ann, 'validate');
    expect(out).toContain(`${one}:2:1 error conflict_unresolved`);
  }
});

it('FILE-15 pull --merge keeps what was not pushed, and takes what the service changed', async () => {
  const [news, tips] = [await pathOf(ann, 'news'), await pathOf(ann, 'tips')];
  await edit(ben, news, (text) => text.replace('Five', 'Five by Ben'));
  await edit(ben, tips, (text) => text.replace('Three', 'Three by Ben'));
  await cli(ben, 'push', '--yes');
  await edit(ann, news, (text) => text.replace('One', 'One by Ann'));
  await edit(ann, 'flows/welcome.json', (text) => text.replace('"name": "', '"name": "Ann: '));
  const asked = await cli(ann, 'pull');
  expect(asked).toMatchObject({ exitCode: 3 });
  expect(asked.err).toContain('2 of them have changes that were never pushed, which --merge keeps');
  const merged = await cli(ann, 'pull', '--merge', '--yes', '--json', 'conflicts');
  expect(merged).toMatchObject({ exitCode: 0 });
  expect(JSON.parse(merged.out)).toEqual({ conflicts: [] });
  expect(await read(ann, news)).toMatch(/One by Ann[\s\S]*Five by Ben/);
  expect(await read(ann, tips)).toContain('Three by Ben');
  expect(await read(ann, 'flows/welcome.json')).toContain('"Ann: ');
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await stored('news')).toMatch(/One by Ann[\s\S]*Five by Ben/);
});

it('HIST-15 pull --merge says which changed files are of records that a colleague removed', async () => {
  const news = await pathOf(ann, 'news');
  const id = Number(/\d+/.exec(news)?.[0]);
  for (const key of ['gone', 'removed'])
    await running.invoke('create_product', { key, name: 'Named' });
  await cli(ann, 'pull');
  await edit(ann, 'products/gone.json', (text) => text.replace('"Named"', '"Mine"'));
  await edit(ann, news, (text) => text.replace('Five', 'Five by Ann'));
  for (const product_key of ['gone', 'removed'])
    await running.invoke('delete_product', { product_key });
  await running.invoke('delete_email', { email_id: id });
  const merged = await cli(ann, 'pull', '--merge', '--yes', '--json', 'conflicts,removed');
  expect(merged).toMatchObject({ exitCode: 5 });
  expect(JSON.parse(merged.out)).toEqual({
    conflicts: ['products/gone.json', news],
    removed: ['products/removed.json'],
  });
  expect(merged.err).toContain('removed on the server since the pull, and you changed the files');
  expect(await read(ann, news)).toContain('Five by Ann');
  // It was said once: what stays in the folder is wanted.
  expect(await cli(ann, 'pull', '--merge', '--yes')).toMatchObject({ exitCode: 0 });
  await rm(join(ann, news));
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await running.invoke('list_products', {})).toMatchObject({ products: [{ name: 'Mine' }] });
});

it('FILE-11 a file that was renamed is still the file of its record', async () => {
  const path = await pathOf(ann, 'news');
  await rename(join(ann, path), join(ann, 'emails', 'my news.md'));
  await edit(ben, path, (text) => text.replace('Five', 'Five by Ben'));
  await cli(ben, 'push', '--yes');
  // Untouched but for its name: behind, and the pull gives it its name back.
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await stored('news')).toContain('Five by Ben');
  await edit(ann, 'emails/my news.md', (text) => text.replace('Five', 'Five by Ann'));
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 5 });
  expect(await cli(ann, 'pull', '--yes')).toMatchObject({ exitCode: 0 });
  expect(Object.keys(await files(ann))).not.toContain('emails/my news.md');
  expect(await files(ann)).toEqual({ ...(await files(ben)), [path]: await stored('news') });
});

it('FILE-14 two files that swapped their names are still those of their records', async () => {
  const [news, tips] = [await pathOf(ann, 'news'), await pathOf(ann, 'tips')];
  const [one, two] = [await read(ann, news), await read(ann, tips)];
  await writeFile(join(ann, news), two.replace('Three', 'Three by Ann'));
  await writeFile(join(ann, tips), one);
  await edit(ben, news, (text) => text.replace('Five', 'Five by Ben'));
  await cli(ben, 'push', '--yes');
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await stored('news')).toContain('Five by Ben');
  expect(await stored('tips')).toContain('Three by Ann');
});

it('FILE-16 what a colleague removed does not come back by a file of another name', async () => {
  const path = await pathOf(ann, 'news');
  const id = Number(/\d+/.exec(path)?.[0]);
  await running.invoke('create_product', { key: 'gone', name: 'Gone' });
  await cli(ann, 'pull');
  await rename(join(ann, 'products/gone.json'), join(ann, 'products/other.json'));
  await rename(join(ann, path), join(ann, 'emails', 'my news.md'));
  await running.invoke('delete_product', { product_key: 'gone' });
  await running.invoke('delete_email', { email_id: id });
  const pushed = await cli(ann, 'push', '--yes');
  expect(pushed).toMatchObject({ exitCode: 0 });
  expect(await running.invoke('list_products', {})).toMatchObject({ products: [] });
  await edit(ann, 'products/other.json', (text) => text.replace('"Gone"', '"Mine"'));
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 5 });
  await cli(ann, 'pull', '--yes');
  const left = Object.keys(await files(ann));
  expect(left).not.toContain('products/other.json');
  expect(left).not.toContain('emails/my news.md');
});

it('FILE-14 with --prune a file that was removed removes no record that changed meanwhile', async () => {
  const path = await pathOf(ann, 'news');
  await rm(join(ann, path));
  await edit(ben, path, (text) => text.replace('Five', 'Five by Ben'));
  await writeFile(join(ben, 'emails', 'late.md'), '---\ntitle: Late\nsubject: x\n---\n\nx\n');
  await cli(ben, 'push', '--yes');
  const refused = await cli(ann, 'push', '--prune', '--yes');
  expect(refused).toMatchObject({ exitCode: 5 });
  expect(refused.err).toContain('its file is removed');
  // There is no file to merge into.
  expect(refused.err).not.toContain('--merge');
  expect(await stored('news')).toContain('Five by Ben');
  expect(await stored('late')).toContain('Late');
});

it('FILE-12 a base of another service says nothing, is kept, and the push says so', async () => {
  const other = await startService();
  try {
    const there = { ...other.env, NO_COLOR: '1' };
    const run = (...argv: string[]) => runCli(argv, there, '', false, { cwd: ann });
    await cli(ann, 'pull', '--by-key', '--yes');
    const first = await run('push', '--yes');
    expect(first.err).toContain('Nothing was pulled from');
    expect(first).toMatchObject({ exitCode: 0 });
    expect((await run('diff')).err).not.toContain('Nothing was pulled from');
    // The first service is protected as it was before.
    const path = await pathOf(ben, 'news');
    await edit(ben, path, (text) => text.replace('Five', 'Five by Ben'));
    await cli(ben, 'push', '--yes');
    await edit(ann, 'emails/news.md', (text) => text.replace('Five', 'Five by Ann'));
    expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 5 });
    expect(await stored('news')).toContain('Five by Ben');
    // By key too, changes of other lines merge.
    await edit(ann, 'emails/news.md', (text) =>
      text.replace('Five by Ann', 'Five').replace('One', 'One by Ann'),
    );
    expect(await cli(ann, 'push', '--yes', '--merge')).toMatchObject({ exitCode: 0 });
    expect(await stored('news')).toMatch(/One by Ann[\s\S]*Five by Ben/);
    expect(await read(ann, 'emails/news.md')).not.toMatch(/^id:/m);
  } finally {
    await other.stop();
  }
});

it('FILE-12 a base that was cut off is refused with what to do, and never taken as none', async () => {
  const path = join(ann, '.postroad', 'base.json');
  const text = await readFile(path, 'utf8');
  for (const broken of [
    text.slice(0, text.length / 2),
    '[]',
    '{"server": "x", "records": {"a": 1}}',
  ]) {
    await writeFile(path, broken);
    for (const argv of [['push', '--yes'], ['diff'], ['pull', '--yes']]) {
      const ran = await cli(ann, ...argv);
      expect(ran).toMatchObject({ exitCode: 3 });
      expect(ran.err).toMatch(/base\.json cannot be read.*Remove it/);
    }
  }
  await rm(path);
  expect(await cli(ann, 'pull', '--yes')).toMatchObject({ exitCode: 0 });
});

it('FILE-12 nothing is written through a link in the place of .postroad', async () => {
  const outside = await mkdtemp(join(base, 'outside-'));
  await rm(join(ann, '.postroad'), { recursive: true });
  await symlink(outside, join(ann, '.postroad'));
  expect((await cli(ann, 'pull', '--yes')).err).toContain('is a symbolic link');
  expect((await readFolder(outside)).files).toEqual({});
});

it('FILE-11 a new file is not overwritten by a record that gets its name', async () => {
  const made = await running.invoke('create_email', { title: 'Late', subject: 'x' });
  const { email } = made as { email: { id: number } };
  const path = `emails/${String(email.id).padStart(4, '0')}-late.md`;
  const mine = '---\ntitle: Mine\nsubject: Mine\n---\n\nMine\n';
  await writeFile(join(ann, path), mine);
  const pulled = await cli(ann, 'pull', '--yes');
  expect(pulled).toMatchObject({ exitCode: 3 });
  expect(pulled.err).toContain(`${path} is a new file`);
  expect(await read(ann, path)).toBe(mine);
});

it('DEFN-11 a record without a file can be removed by a later push', async () => {
  await running.invoke('create_product', { key: 'old', name: 'Old' });
  await cli(ann, 'pull');
  await rm(join(ann, 'products/old.json'));
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  await edit(ann, 'flows/welcome.json', (text) => text.replace('"labels": []', '"labels": ["a"]'));
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await cli(ann, 'push', '--yes', '--prune')).toMatchObject({ exitCode: 0 });
  expect(await running.invoke('list_products', {})).toMatchObject({ products: [] });
  // Somebody makes it again: this checkout has never seen that one.
  await running.invoke('create_product', { key: 'old', name: 'Again' });
  expect(await cli(ann, 'push', '--yes', '--prune')).toMatchObject({ exitCode: 0 });
  expect(await running.invoke('list_products', {})).toMatchObject({
    products: [{ name: 'Again' }],
  });
});

it('FILE-15 what is edited while a push or a pull asks is not overwritten', async () => {
  const path = await pathOf(ann, 'news');
  const asking = (during: () => Promise<void>, ...argv: string[]) =>
    runCli(argv, { ...running.env, NO_COLOR: '1' }, '', false, {
      ...{ cwd: ann, errIsTty: true, inIsTty: true },
      ask: async () => {
        await during();
        return 'y';
      },
    });
  await edit(ann, path, (text) =>
    text.replace('One', 'One by Ann').replace('pre_header: ""\n', ''),
  );
  const late = () => edit(ann, path, (text) => text.replace('Two', 'Two, later'));
  const pushed = await asking(late, 'push');
  expect(pushed).toMatchObject({ exitCode: 0 });
  expect(pushed.err).toContain(`${path} was changed during the push`);
  expect(await read(ann, path)).toContain('Two, later');
  expect(await cli(ann, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await stored('news')).toMatch(/One by Ann[\s\S]*Two, later/);
  await running.invoke('update_flow', { flow_key: 'welcome', name: 'By a colleague' });
  const tips = await pathOf(ann, 'tips');
  await edit(ann, tips, (text) => text.replace('One', 'One, mine'));
  const again = () => edit(ann, tips, (text) => text.replace('Two', 'Two, mine'));
  const refused = await asking(again, 'pull');
  expect(refused).toMatchObject({ exitCode: 3 });
  expect(refused.err).toContain(`${tips} was changed meanwhile. Nothing was written`);
  expect(await read(ann, 'flows/welcome.json')).not.toContain('By a colleague');
});

it('FILE-04 a tree of new files alone gets names with ids', async () => {
  const folder = await mkdtemp(join(base, 'new-'));
  await mkdir(join(folder, 'emails'));
  await writeFile(
    join(folder, 'emails', 'any name.md'),
    '---\ntitle: Fresh\nsubject: x\n---\n\nx\n',
  );
  expect(await cli(folder, 'push', '--yes')).toMatchObject({ exitCode: 0 });
  expect(await cli(folder, 'pull', '--yes')).toMatchObject({ exitCode: 0 });
  const paths = Object.keys(await files(folder)).filter((path) => path.startsWith('emails/'));
  expect(paths.filter((path) => !/^emails\/\d{4}-/.test(path))).toEqual([]);
  expect(paths.join()).toContain('-fresh.md');
});
