import { answerInWords, commandWords } from '@postroad/core/catalog/words';
import type { ValidationIssue } from '@postroad/core/platform/issue';
import type { Problem } from '@postroad/core/platform/problem';
import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { Cancelled, exitCodeOf, exitCodes, UsageError } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';
import { screenText } from './terminal-width.ts';

function issueLines(problem: Problem): string[] {
  const { validation } = problem as { validation?: { errors?: ValidationIssue[] } };
  return (validation?.errors ?? []).map(({ path, message, fix }) => `  ${path}: ${message} ${fix}`);
}

/** The next step after a change of somebody else: the record itself is in the JSON alone. */
function revisionLines({ code, actual }: Problem): string[] {
  if (code !== 'revision_mismatch' || typeof actual !== 'number') return [];
  return [
    `  It has revision ${actual} now: read it again, and repeat the command with --if-revision ${actual}.`,
  ];
}

/** Each error with its fix, but no error that the detail of the problem is. */
function errorLines({ detail, errors = [] }: Problem): string[] {
  const isSaid = errors.length === 1 && errors.every(({ message }) => detail.includes(message));
  return errors.flatMap(({ path, message, fix = '' }) => {
    const said = isSaid ? '' : `${path === '' ? '' : `${path}: `}${message}`;
    const line = [said, fix].filter((part) => part !== '').join(' ');
    return line === '' ? [] : [`  ${line}`];
  });
}

/** A problem as text: its detail, then each error. */
function problemText(problem: Problem): string {
  const fields = errorLines(problem);
  const id = typeof problem.request_id === 'string' ? [`  request_id: ${problem.request_id}`] : [];
  const more = [...issueLines(problem), ...revisionLines(problem)];
  return `${[problem.detail, ...fields, ...more, ...id].join('\n')}\n`;
}

/**
 * Reports a failure on standard error and returns the exit code. `near` is the existing key closest
 * to an unknown one; `inFlags` names arguments as people write them.
 */
export function reportFailure(
  error: unknown,
  terminal: Pick<Terminal, 'err'>,
  json = false,
  near: string | null = null,
  inFlags: (problem: Problem) => Problem = (problem) => problem,
): number {
  const thrown = thrownProblem(error);
  if (thrown) {
    const problem = answerInWords(thrown, commandWords);
    const meant = near === null ? '' : `  Did you mean ${near}?\n`;
    const shown = near === null ? problem : { ...problem, did_you_mean: near };
    terminal.err(
      json ? `${JSON.stringify(shown)}\n` : screenText(`${problemText(inFlags(problem))}${meant}`),
    );
    return exitCodeOf(problem);
  }
  const detail = (error instanceof Error ? error.message : String(error)).trimEnd();
  const [code, exitCode] =
    error instanceof Cancelled
      ? (['cancelled', exitCodes.cancelled] as const)
      : error instanceof UsageError
        ? (['usage', exitCodes.usage] as const)
        : (['failed', exitCodes.failed] as const);
  terminal.err(json ? `${JSON.stringify({ code, detail })}\n` : `${screenText(detail)}\n`);
  return exitCode;
}
