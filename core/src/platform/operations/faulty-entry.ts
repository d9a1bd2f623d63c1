import type { Issue } from '../issue.ts';

/**
 * Stands in a list for an entry that cannot even be kept as JSON, so that its faults are answered for
 * it alone and the other entries go through (EVENT-03).
 */
export class FaultyEntry {
  readonly issue: Issue;

  constructor(issue: Issue) {
    this.issue = issue;
  }
}
