import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { root } from '../support/repository.ts';
import { installClient } from './application.ts';
import { codeOf, readPage, testedBlocks } from './guide.ts';
import { followPage } from './reader.ts';

// @database postgres: the calls are the same on both.

const page = 'docs/guides/application.md';
const folder = mkdtempSync(join(tmpdir(), 'postroad-application-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What no application may write, each beside what it may: the compiler refuses the first alone. */
const mistakes = {
  'a step type that does not exist': "step({ type: 'add_tagg', tag: 'vip' })",
  'a property that the step does not have': "step({ type: 'add_tag', tag: 'vip', colour: 'red' })",
  'a property that is missing': "step({ type: 'add_tag' })",
  'a unit that does not exist':
    "step({ type: 'delay', duration: { amount: 1, unit: 'fortnights' } })",
  'a mistake in an arm':
    "step({ type: 'if_else', condition: { type: 'suppressed' }, then: [{ type: 'exit' }], else: [] })",
  'a mistake in an arm with a name':
    "step({ type: 'split', arms: [{ name: 'a', weight: 1, steps: [{ type: 'exit' }] }] })",
  'an email twice': "step({ type: 'send_email', email_id: 1, email: 'welcome' })",
  'a new email without words': "step({ type: 'send_email', email: { subjekt: 'Hello' } })",
  'a trigger that does not exist': "flow({ trigger: { type: 'dates' }, nodes: [] })",
  'a member that a definition does not have':
    "flow({ trigger: { event: 'x' }, nodes: [], goalz: [] })",
  'a condition that does not exist': "condition({ type: 'has_tags', tag: 'vip' })",
  'an operator that does not exist':
    "condition({ all: [{ type: 'field', field: 'plan', op: 'is', value: 'pro' }] })",
  'a value that is missing': "condition({ not: { type: 'total_spend', op: 'greater' } })",
};

const right = [
  "step({ type: 'add_tag', tag: 'vip' })",
  "step({ type: 'delay', duration: { amount: 1, unit: 'days' } })",
  "step({ type: 'delay', duration: { setting: 'pause' } })",
  "step({ id: 3, type: 'if_else', condition: { type: 'suppressed' }, then: [{ type: 'exit_flow' }], else: [] })",
  "step({ type: 'split', arms: [{ name: 'a', weight: 1, steps: [{ type: 'exit_flow' }] }] })",
  "step({ type: 'send_email', email: { subject: 'Hello', body_markdown: 'x' } })",
  "step({ type: 'start_sequence', sequence: 'course' })",
  "flow({ trigger: { type: 'segment', segment: 'vips', on: 'enters' }, nodes: [], goals: [{ name: 'paid', event: { name: 'paid' } }] })",
  "condition({ all: [{ type: 'opened_email', email: 'welcome' }, { type: 'opened_email' }] })",
];

const program = [
  "import { type Condition, createClient, type Flow, type Step } from 'postroad/client';",
  "const postroad = createClient({ url: 'http://localhost:3000', token: '' });",
  "const flow = (definition: Flow) => postroad.invoke('update_flow', { flow_key: 'x', definition });",
  'const step = (one: Step) => flow({ trigger: { event: "x" }, nodes: [one] });',
  'const condition = async (one: Condition) => {',
  "  await postroad.invoke('create_segment', { name: 'x', definition: one });",
  "  await postroad.invoke('create_guard', { name: 'x', condition: one });",
  '};',
];

it('LEFT-16, LEFT-17 the programs of the guide compile, and mistakes in a definition do not', () => {
  installClient(folder);
  const files = testedBlocks(readPage(page)).filter(({ language }) => language === 'ts');
  for (const { file, text } of files) writeFileSync(join(folder, file ?? ''), text);
  writeFileSync(join(folder, 'receiver.ts'), codeOf(readPage(page), 'ts'));
  const lines = [...program, ...right, ...Object.values(mistakes)];
  writeFileSync(
    join(folder, 'mistakes.ts'),
    `${lines.join(';\n')}\n`.replaceAll(/([{,;]);$/gm, '$1'),
  );
  const compilerOptions = {
    ...{ strict: true, noEmit: true, skipLibCheck: true, target: 'es2023', types: ['node'] },
    ...{ module: 'nodenext', allowImportingTsExtensions: true, verbatimModuleSyntax: true },
    // The sources in place of what is installed, which has types alone.
    ...{ customConditions: ['@postroad/source'], lib: ['es2023', 'es2024.string'] },
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  writeFileSync(join(folder, 'package.json'), '{"type": "module"}');
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const { stdout } = spawnSync(
    process.execPath,
    [tsc, '-p', folder, '--pretty', 'false', '--singleThreaded'],
    {
      encoding: 'utf8',
      cwd: folder,
    },
  );
  const found = [...stdout.matchAll(/^(\S+)\((\d+),\d+\): error (.*)$/gm)].map(
    ([, file = '', line = '']) => ({ file, of: lines[Number(line) - 1] }),
  );
  expect(
    found.filter(({ file }) => file !== 'mistakes.ts'),
    stdout,
  ).toEqual([]);
  expect([...new Set(found.map(({ of }) => of))]).toEqual(Object.values(mistakes));
});

it('LEFT-17 the guide to use from an application works word for word', {
  timeout: 300_000,
}, async () => {
  const { said, mails } = await followPage(page);
  const [, , signedUp = '', message = '', flow = ''] = said;
  expect(signedUp).toMatch(/^created$/m);
  expect(mails.get(2)).toMatch(/Your code is 4711/);
  expect(message).toMatch(/^message \d+\nvalidation_failed to .*address/m);
  expect(flow).toMatch(/^trial live$/m);
});

it('LEFT-17 no page of the guides repeats the function that calls the API', () => {
  const pages = readPage('docs/guides/index.md').matchAll(/\]\((\w[\w-]*\.md)\)/g);
  for (const [, name = ''] of pages) {
    expect(readPage(`docs/guides/${name}`), name).not.toMatch(/\bapi\(\) ?\{/);
  }
  expect(readPage('README.md')).not.toMatch(/\bapi\(\) ?\{/);
  expect(readPage('docs/guides/api.sh')).toMatch(/^api\(\) \{$/m);
});
