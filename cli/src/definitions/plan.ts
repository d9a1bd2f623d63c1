import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { locator } from '@postroad/core/definitions/locate';
import type { Issue } from '@postroad/core/platform/issue';
import type { Position } from './code-frame.ts';
import type { Files } from './tree-folder.ts';

export type Plan = OperationOutput<'apply_definitions'>;
export type ParseError = Plan['parse_errors'][number];

/** One finding about a file, and its position. */
export interface FileFinding {
  path: string;
  position: Position | null;
  severity: 'error' | 'warning';
  code: string;
  message: string;
  fix: string;
}

function byPosition({ position: one }: FileFinding, { position: other }: FileFinding): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one.line - other.line || one.column - other.column;
}

interface Checked {
  path: string;
  errors: readonly Issue[];
  warnings: readonly Issue[];
}

/** The findings of the service about a file, in order of position. */
export function issueFindings({ path, errors, warnings }: Checked, files: Files): FileFinding[] {
  const issues = [...errors, ...warnings];
  const text = files[path];
  if (issues.length === 0) return [];
  const positionOf = text === undefined ? () => null : locator(path, text);
  const findings = issues.map(({ path: issuePath, severity, code, message, fix }) => {
    return { path, position: positionOf(issuePath), severity, code, message, fix };
  });
  return findings.sort(byPosition);
}

export function parseFinding({ path, line, column, ...rest }: ParseError): FileFinding {
  const position = line === null ? null : { line, column: column ?? 1 };
  return { path, position, severity: 'error', ...rest };
}

/** The findings about the files of a plan; unreadable files first. */
export function findingsOf(
  plan: Pick<Plan, 'changes' | 'parse_errors'>,
  files: Files,
): FileFinding[] {
  return [
    ...plan.parse_errors.map(parseFinding),
    ...plan.changes.flatMap((change) => issueFindings(change, files)),
  ];
}

/** The location of a finding in the form that editors open: `flows/welcome.json:12:3`. */
export function locationText({ path, position }: Pick<FileFinding, 'path' | 'position'>): string {
  return position === null ? path : `${path}:${position.line}:${position.column}`;
}
