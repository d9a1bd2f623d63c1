import type { Severity, ValidationIssue } from '../../platform/issue.ts';
import { limits } from '../../platform/limits.ts';
import type { Definition, RunPolicy } from '../definition/definition.ts';
import type { References } from '../definition/references.ts';
import { handleOf } from '../definition/step-id.ts';
import type { ListedStep, StepList } from '../definition/step-list.ts';
import { report } from './codes.ts';

/** What a definition is checked against. */
export interface ValidationContext {
  flowKey: string;
  /** The definition that is saved now; null for a new flow. */
  held: Definition | null;
  references: References;
  /** Of the flow; it stands beside the definition (RENEW-10). */
  runPolicy: RunPolicy;
}

export interface Subject extends ValidationContext {
  /** Normalised, and otherwise any JSON. */
  definition: Definition;
  stepList: StepList;
}

/** One pass of validation; it adds what it finds and never throws (VAL-04). */
export type Pass = (subject: Subject, issues: IssueCollector) => void;

/** Collects what the passes find, so many of each severity, and counts the rest. */
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
