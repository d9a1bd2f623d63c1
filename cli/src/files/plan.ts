import { locate } from '@postroad/core/definitions/locate';
import type { Issue } from '@postroad/core/issue';
import type { OperationOutput } from '@postroad/core/operations/catalog';
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

/** What is wrong with a file as the service tells it, with the place it stands at. */
export function issueFinding(path: string, issue: Issue, files: Files): FileFinding {
  const text = files[path];
  const spot = text === undefined ? null : locate(path, text, issue.path);
  const { severity, code, message, fix } = issue;
  return { path, spot, severity, code, message, fix };
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
    ...plan.changes.flatMap(({ path, errors, warnings }) =>
      [...errors, ...warnings].map((issue) => issueFinding(path, issue, files)),
    ),
  ];
}

/** `flows/welcome.json:12:3`, as editors open it. */
export function placeOfFinding({ path, spot }: Pick<FileFinding, 'path' | 'spot'>): string {
  return spot === null ? path : `${path}:${spot.line}:${spot.column}`;
}
