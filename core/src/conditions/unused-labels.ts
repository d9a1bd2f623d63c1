import { type Issue, meant } from '../platform/issue.ts';
import { quoted } from '../platform/json.ts';
import { nearest } from '../platform/nearest.ts';

/**
 * A warning for each label that no email carries, so that what is for its emails acts on none
 * (SAFE-49). `labels` are in the order of `pathOf`; null is for all emails.
 */
export function unusedLabels(
  labels: readonly (string | null)[],
  carried: ReadonlySet<string>,
  pathOf: (index: number) => string,
): Issue[] {
  return labels.flatMap((label, index) => {
    if (label === null || carried.has(label)) return [];
    const message = `No email carries the label ${quoted(label)} so far.`;
    const fix = 'Give it to the emails that are meant, or write a label that they have.';
    const issue = { path: pathOf(index), code: 'label_unused', message, fix };
    return [meant(issue, nearest(label, carried))];
  });
}
