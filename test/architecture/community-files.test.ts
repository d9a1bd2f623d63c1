import { jsonOf } from '@postroad/core/definitions/text/file-tree';
import { readYaml } from '@postroad/core/definitions/text/yaml-text';
import { expect, it } from 'vitest';
import { projectTree } from '../support/repository.ts';

const fileText = (path: string) => projectTree().get(path) ?? '';

interface IssueForm {
  name?: string;
  description?: string;
  body?: {
    type: string;
    id?: string;
    attributes: { label?: string; value?: string; options?: unknown[] };
  }[];
}

const forms = ['.github/ISSUE_TEMPLATE/bug.yml', '.github/ISSUE_TEMPLATE/feature.yml'];

/** What GitHub refuses in a form. */
function formFaults(text: string): string[] {
  const { name, description, body = [] } = jsonOf(readYaml(text)) as IssueForm;
  const found: string[] = [];
  if (!name || !description) found.push('has no name or description');
  const fields = body.filter(({ type }) => type !== 'markdown');
  if (fields.length === 0) found.push('asks for nothing');
  const ids = fields.map(({ id }) => id);
  if (new Set(ids).size !== ids.length || ids.includes(undefined))
    found.push('repeats or omits ids');
  for (const { type, id, attributes } of body) {
    const known = ['markdown', 'input', 'textarea', 'dropdown', 'checkboxes'].includes(type);
    if (!known) found.push(`has a field of the unknown type ${type}`);
    if (type === 'markdown' ? !attributes.value : !attributes.label) {
      found.push(`${id} has no label or text`);
    }
    if (['dropdown', 'checkboxes'].includes(type) && !attributes.options?.length) {
      found.push(`${id} has no options`);
    }
  }
  return found;
}

it.each(forms)('SHOP-07 has an issue template that GitHub takes: %s', (path) => {
  expect(formFaults(fileText(path))).toEqual([]);
});

it('SHOP-07 would see a template that GitHub refuses', () => {
  const bad = `name: Bug
body:
  - type: textarea
    id: a
    attributes: {}
  - type: dropdown
    id: a
    attributes:
      label: Which
  - type: slider
    id: b
    attributes:
      label: How much
`;
  expect(formFaults(bad)).toEqual([
    'has no name or description',
    'repeats or omits ids',
    'a has no label or text',
    'a has no options',
    'has a field of the unknown type slider',
  ]);
});

it('SHOP-07 has a template for pull requests', () => {
  expect(fileText('.github/pull_request_template.md')).toMatch(/CHANGELOG\.md/);
});

it.each([
  ['CONTRIBUTING.md', ['Get going', 'The loop', 'Where things are', 'Commits and pull requests']],
  ['SECURITY.md', ['Report a vulnerability', 'Supported versions', 'In scope']],
])('SHOP-07 has %s, which says what somebody looks for in it', (path, headings) => {
  const found = [...fileText(path).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(found).toEqual(expect.arrayContaining(headings));
});

it('SHOP-07 has the links from CONTRIBUTING that lead on, and a private way to report', () => {
  for (const target of ['docs/ARCHITECTURE.md', 'docs/decisions/README.md', 'SECURITY.md']) {
    expect(fileText('CONTRIBUTING.md')).toContain(`(${target})`);
  }
  expect(fileText('SECURITY.md')).toContain('Report a vulnerability');
  for (const [path, text] of projectTree()) {
    const invented = path.endsWith('.md') && /\b(?:security|maintainers?)@/i.test(text);
    expect(invented, `${path} names a made-up address`).toBe(false);
  }
});

it('SHOP-07 has one version of Node, and editors that format as the linter does', () => {
  const { engines } = JSON.parse(fileText('package.json')) as { engines: { node: string } };
  const [oldest] = /\d+/.exec(engines.node) ?? [];
  expect(fileText('.nvmrc').trim()).toBe(oldest);
  const biome = JSON.parse(fileText('biome.json')) as {
    formatter: { indentStyle: string; indentWidth: number; lineWidth: number };
  };
  const { indentStyle, indentWidth, lineWidth } = biome.formatter;
  const settings = fileText('.editorconfig').split('\n[*]\n')[1]?.split('\n[')[0] ?? '';
  expect(settings).toContain(`indent_style = ${indentStyle}\nindent_size = ${indentWidth}\n`);
  expect(settings).toContain(`max_line_length = ${lineWidth}\n`);
});

it('SHOP-07 has only commands in CONTRIBUTING that exist', () => {
  const { scripts } = JSON.parse(fileText('package.json')) as { scripts: Record<string, string> };
  const named = [...fileText('CONTRIBUTING.md').matchAll(/`npm run ([\w:]+)/g)].map(
    ([, name]) => name,
  );
  expect(named.length).toBeGreaterThan(5);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

it('GUIDE-03 the guide on security has a threat model, with a test for each threat', () => {
  const [, threats = ''] = fileText('docs/guides/security.md').split('\n## Threats\n');
  const rows = (threats.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| [a-z]/.test(line));
  expect(rows.length).toBeGreaterThan(10);
  const tests = rows
    .slice(1)
    .map((row) => [...row.matchAll(/`(test\/[\w/.-]+)`/g)].map(([, path]) => path));
  for (const paths of tests) expect(paths.length).toBeGreaterThan(0);
  const known = new Set(projectTree().keys());
  expect(tests.flat().filter((path) => !known.has(path ?? ''))).toEqual([]);
  for (const to of ['SECURITY.md', 'docs/guides/deploy.md']) {
    expect(fileText('docs/guides/security.md')).toContain(to.split('/').at(-1));
  }
});

it('GUIDE-05 the guide on security says that the disk alone encrypts people and events', () => {
  expect(fileText('docs/guides/security.md')).toMatch(
    /Encryption at rest.*Only the disk encrypts them/,
  );
});
