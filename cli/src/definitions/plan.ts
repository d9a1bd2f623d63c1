import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { locator } from '@postroad/core/definitions/locate';
import type { Issue } from '@postroad/core/platform/issue';
import type { Spot } from './code-frame.ts';
import type { Files } from './tree-folder.ts';

export type Plan = OperationOutput<'apply_definitions'>;
export type ParseError = Plan['parse_errors'][number];

/** One thing that is wrong with a file, and where in it. */
export interface FileFinding {
  path: string;
  spot: Spot | null;
  severity: 'error' | 'warning';
  code: string;
  message: string;
  fix: string;
}

function inOrder({ spot: one }: FileFinding, { spot: other }: FileFinding): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one.line - other.line || one.column - other.column;
}

interface Checked {
  path: string;
  errors: readonly Issue[];
  warnings: readonly Issue[];
}

/** What is wrong with a file as the service tells it, in the order of the places it stands at. */
export function issueFindings({ path, errors, warnings }: Checked, files: Files): FileFinding[] {
  const issues = [...errors, ...warnings];
  const text = files[path];
  if (issues.length === 0) return [];
  const spotOf = text === undefined ? () => null : locator(path, text);
  const findings = issues.map(({ path: at, severity, code, message, fix }) => {
    return { path, spot: spotOf(at), severity, code, message, fix };
  });
  return findings.sort(inOrder);
}

export function parseFinding({ path, line, column, ...rest }: ParseError): FileFinding {
  const spot = line === null ? null : { line, column: column ?? 1 };
  return { path, spot, severity: 'error', ...rest };
}

/** What is wrong with the files of a plan, what cannot be read first. */
export function findingsOf(
  plan: Pick<Plan, 'changes' | 'parse_errors'>,
  files: Files,
): FileFinding[] {
  return [
    ...plan.parse_errors.map(parseFinding),
    ...plan.changes.flatMap((change) => issueFindings(change, files)),
  ];
}

/** `flows/welcome.json:12:3`, as editors open it. */
export function placeOfFinding({ path, spot }: Pick<FileFinding, 'path' | 'spot'>): string {
  return spot === null ? path : `${path}:${spot.line}:${spot.column}`;
}
