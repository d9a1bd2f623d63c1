import { awaitedNameFault } from '../../events/event.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { quoted } from '../../platform/json.ts';
import { nearest } from '../../platform/nearest.ts';
import { report } from './codes.ts';

/** Events that the service itself records; they may come though none did so far (EVENT-15). */
export const ownEvents: ReadonlySet<string> = new Set([
  ...['tag_added', 'tag_removed', 'field_changed', 'unsubscribed', 'resubscribed'],
  'signed_up_by_form',
  'sequence_completed',
]);

/** An event of a trigger, a gate or a goal that was never recorded, with the nearest known name (SAFE-48). */
export function eventUnknown(
  name: unknown,
  path: string,
  events: ReadonlySet<string>,
): ValidationIssue[] {
  if (typeof name !== 'string' || awaitedNameFault(name, '') !== null) return [];
  if (events.has(name) || ownEvents.has(name)) return [];
  const message = `No event ${quoted(name)} was recorded so far.`;
  const issue = report('event_unknown', path, message);
  const near = nearest(name, [...ownEvents, ...events]);
  if (near === null) return [issue];
  // What is not recorded yet may come as it is named; a similar name says little against that.
  const fix = `Write ${quoted(near)}, if that is what was meant, or leave it if the event comes later.`;
  return [{ ...meant(issue, near), fix }];
}
