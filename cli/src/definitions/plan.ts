import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { answerInWords, commandWords } from '@postroad/core/catalog/words';
import { locator } from '@postroad/core/definitions/locate';
import type { FileIssue } from '@postroad/core/definitions/text/file-error';
import type { ValidationIssue } from '@postroad/core/platform/issue';
import type { Connection } from '../connection/connection.ts';
import type { Files } from './tree-folder.ts';

export type Plan = OperationOutput<'apply_definitions'>;

/** Asks the service for a plan, or to apply the files; its sentences name commands (SAFE-57). */
export async function askForPlan(
  { call }: Pick<Connection, 'call'>,
  name: 'apply_definitions' | 'diff_definitions',
  input: Record<string, unknown>,
  dryRun = false,
): Promise<Plan> {
  const { output } = await call(name, input, { dryRun, idempotencyKey: undefined });
  return answerInWords(output as Plan, commandWords, name);
}
type ParseError = Plan['parse_errors'][number];

function byPosition({ position: one }: FileIssue, { position: other }: FileIssue): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null);
  return one.line - other.line || one.column - other.column;
}

interface Checked {
  path: string;
  errors: readonly ValidationIssue[];
  warnings: readonly ValidationIssue[];
}

/** The findings of the service about a file, in order of position. */
export function issuesOfFile({ path, errors, warnings }: Checked, files: Files): FileIssue[] {
  const issues = [...errors, ...warnings];
  const text = files[path];
  if (issues.length === 0) return [];
  const positionOf = text === undefined ? () => null : locator(path, text);
  const located = issues.map(({ path: issuePath, severity, code, message, fix }) => {
    return { path, position: positionOf(issuePath), severity, code, message, fix };
  });
  return located.sort(byPosition);
}

function parseIssue({ path, line, column, ...rest }: ParseError): FileIssue {
  const position = line === null ? null : { line, column: column ?? 1 };
  return { path, position, severity: 'error', ...rest };
}

/** The findings about the files of a plan; unreadable files first. */
export function issuesOfPlan(
  plan: Pick<Plan, 'changes' | 'parse_errors'>,
  files: Files,
): FileIssue[] {
  return [
    ...plan.parse_errors.map(parseIssue),
    ...plan.changes.flatMap((change) => issuesOfFile(change, files)),
  ];
}

/** The location of a finding in the form that editors open: `flows/welcome.json:12:3`. */
export function locationOf({ path, position }: Pick<FileIssue, 'path' | 'position'>): string {
  return position ? `${path}:${position.line}:${position.column}` : path;
}
