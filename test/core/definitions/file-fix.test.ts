import { validateTree } from '@postroad/core/definitions/validate-tree';
import { expect, it } from 'vitest';

const flow = (nodes: object[]) =>
  JSON.stringify({ key: 'a', definition: { trigger: { event: 'x' }, nodes } });

it.each([
  ['emails/a.md', '---\nsubjct: x\n---\n', 'Rename "subjct" to "subject".'],
  ['emails/a.md', '---\nwhatever: x\n---\n', 'Remove the line of "whatever".'],
  ['emails/a.md', '---\nlabels: x\n---\n', 'Write a list as labels.'],
  ['emails/a.md', '---\ntracking: 1\n---\n', 'Write true or false as tracking.'],
  [
    'emails/a.md',
    '---\nfrom_address: x\n---\n',
    'as in hello@example.com or Name <hello@example.com>',
  ],
  [
    'templates/a.html',
    '---\nname: x\nis_default: true\n---\n<style>\n{{\n</style>\nx',
    'Change line 1 of css.',
  ],
  ['emails/a.md', '---\ntemplate: night\n---\n', 'add a file with key: night to templates/.'],
  ['templates/a.html', '---\nname: x\ntheme: night\n---\n', 'or add themes/night.json.'],
  ['sequences/a.json', '{}', 'Add name to the file.'],
  [
    'sequences/a.json',
    '{"name": "a", "steps": [{"email": "hello"}]}',
    'add a file with key: hello to emails/.',
  ],
  ['themes/a.json', '{"key": "a", "variables": {"nope": "x"}}', 'variables.nope'],
  ['profile.yml', 'timezone: Mars\n', 'timezone'],
  ['flows/a.json', flow([{ type: 'send_emial' }]), 'send_email'],
])('FIX-02 an error of %s with %j has a fix of its own', (path, text, expected) => {
  const { files, parse_errors } = validateTree({ [path]: text });
  const issues = [...parse_errors, ...files.flatMap(({ errors }) => errors)];
  expect(issues.map(({ fix }) => fix).join(' ')).toContain(expected);
  for (const { fix, message } of issues) {
    expect(fix).not.toMatch(/as the message says|Correct it/);
    expect(fix).not.toBe(message);
  }
});
