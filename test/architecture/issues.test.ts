import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { codeOnly, lineAt } from '../support/source-text.ts';

const shipped = ['core', 'store', 'mail', 'service', 'http', 'mcp', 'cli'];

/** Types of their own: the one type itself, and the reasons of an explanation, which name no fault. */
const mayDescribe: Record<string, readonly string[]> = {
  'an issue': ['core/src/platform/issue.ts', 'core/src/sending/explain/explain-reason.ts'],
  'a position': ['core/src/platform/position.ts'],
};

const issueMembers = /\b(?:path|code|severity|fix|hint)\??: /;

function describes(written: string): string | null {
  // Without the parameters of methods.
  const members = written.replace(/\([^()]*\)/g, '');
  if (/\bmessage: string\b/.test(members) && issueMembers.test(members)) return 'an issue';
  if (/\bline: number\b/.test(members) && /\bcolumn: number\b/.test(members)) return 'a position';
  return null;
}

/** Types that say in their own members what `Issue` and `Position` say, and old names of theirs. */
function otherTypes(tree: SourceTree): string[] {
  return sources(tree, shipped).flatMap(([path, text]) => {
    const code = codeOnly(text);
    const spelled = [...code.matchAll(/\{[^{}]*\}/g)].flatMap(({ 0: members, index }) => {
      const what = describes(members);
      return what === null || mayDescribe[what]?.includes(path)
        ? []
        : [`${path}:${lineAt(code, index)} describes ${what}`];
    });
    const named = code.matchAll(
      /\b(?:interface|type|class) (\w*(?:Finding|FieldError|RowFault|FileFault|Spot))\b/g,
    );
    return [
      ...spelled,
      ...[...named].map(({ 1: name, index }) => `${path}:${lineAt(code, index)} has a ${name}`),
    ];
  });
}

it('UNIT-17 has one type for what is wrong and one for a position in a text', () => {
  expect(otherTypes(projectTree())).toEqual([]);
});

it('UNIT-17 would see another type', () => {
  const tree = treeOf({
    'core/src/platform/issue.ts': 'interface Issue { path: string; message: string }',
    'core/src/events/event.ts': 'interface A {\n  code: string;\n  message: string;\n}',
    'cli/src/doctor/doctor.ts':
      'type DoctorFinding = string;\nconst a: { line: number; column: number };',
    'http/src/client.ts': 'const thrown = error as { code?: string; message?: string };',
  });
  expect(otherTypes(tree)).toEqual([
    'core/src/events/event.ts:1 describes an issue',
    'cli/src/doctor/doctor.ts:2 describes a position',
    'cli/src/doctor/doctor.ts:1 has a DoctorFinding',
  ]);
});
