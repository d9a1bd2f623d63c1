import type { Issue } from '../issue.ts';

/**
 * Replaces a list entry that cannot be stored as JSON, so that only this entry is refused and the
 * others are accepted (EVENT-03).
 */
export class FaultyEntry {
  readonly issue: Issue;

  constructor(issue: Issue) {
    this.issue = issue;
  }
}
