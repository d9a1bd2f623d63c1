import type { Severity, ValidationIssue } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import type { Definition, RunPolicy } from '../definition/definition.ts';
import type { References } from '../definition/references.ts';
import { handleOf } from '../definition/step-id.ts';
import type { ListedStep, StepList } from '../definition/step-list.ts';
import { report } from './codes.ts';

/** The records that a definition is checked against. */
export interface ValidationContext {
  flowKey: string;
  /** The saved definition; null for a new flow. */
  held: Definition | null;
  references: References;
  /** The run policy of the flow, which is not part of the definition (RENEW-10). */
  runPolicy: RunPolicy;
}

export interface Subject extends ValidationContext {
  /** Normalised, otherwise any JSON. */
  definition: Definition;
  stepList: StepList;
}

/** One pass of validation; it adds issues, pauses after each step and never throws (VAL-04). */
export type Pass = (subject: Subject, issues: IssueCollector) => Generator<undefined, void>;

/** Collects the issues of the passes, a limited number of each severity, and counts the rest. */
export class IssueCollector {
  private readonly kept: ValidationIssue[] = [];
  private readonly counts: Record<Severity, number> = { error: 0, warning: 0 };

  add(found: readonly ValidationIssue[], listed: ListedStep | null = null): void {
    for (const issue of found) {
      this.counts[issue.severity] += 1;
      if (this.counts[issue.severity] > limits.issuesListedMax) continue;
      this.kept.push({ ...issue, node: listed === null ? '' : handleOf(listed.step) });
    }
  }

  all(): ValidationIssue[] {
    const more = (['error', 'warning'] as const).flatMap((severity) => {
      const count = this.counts[severity] - limits.issuesListedMax;
      if (count <= 0) return [];
      return [report('more_issues', '', `${count} more ${severity}s are not listed.`)];
    });
    return [...this.kept, ...more];
  }
}
