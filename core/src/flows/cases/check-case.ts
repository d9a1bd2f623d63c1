import { type Issue, meant } from '../../platform/issue.ts';
import { quoted } from '../../platform/json.ts';
import { nearest } from '../../platform/nearest.ts';
import { handleOf } from '../definition/step-id.ts';
import { type CaseWorld, idNamed } from './case-world.ts';
import type { FlowCase } from './flow-case.ts';
import { byStep, handleNamed, type TestedFlow } from './tested-flow.ts';

/** Names in a case of what is not there: steps of the flow, and records of the account. */
export function checkCase(
  flow: TestedFlow,
  { person, expect }: FlowCase,
  world: CaseWorld,
): Issue[] {
  const handles = [...flow.compiled.byId.values()].map(({ step }) => handleOf({ ...step }));
  const steps = (expect.path ?? []).flatMap((named, index): Issue[] => {
    if (handleNamed(flow, named) !== null) return [];
    const message = `The flow ${quoted(flow.key)} has no step ${quoted(named)}.`;
    const fix = 'Write the handle of a step, its id and slug, such as 1-welcome.';
    const issue = { path: `expect.path[${index}]`, code: 'step_unknown', message, fix };
    return [meant(issue, nearStep(named, handles))];
  });
  const record = (kind: 'email' | 'sequence', named: string | number, path: string): Issue[] => {
    const id = idNamed(world, kind, named);
    if (id !== null && (kind === 'email' ? world.emails : world.sequences).has(id)) return [];
    const message = `There is no ${kind} ${quoted(named)}.`;
    const fix = `Write the key or the id of ${kind === 'email' ? 'an email' : 'a sequence'}.`;
    const near = nearest(String(named), world.keys[kind].keys());
    return [meant({ path, code: `${kind}_unknown`, message, fix }, near)];
  };
  const emails = [
    ...(expect.sends ?? []).map(
      ({ email }, index) => [email, `expect.sends[${index}].email`] as const,
    ),
    ...person.mail.map(({ email }, index) => [email, `person.mail[${index}].email`] as const),
  ];
  const arms = { split: Object.entries(person.splits), call_webhook: Object.entries(person.calls) };
  return [
    ...steps,
    ...arms.split.flatMap(([named, arm]) => armIssues(flow, 'split', named, arm)),
    ...arms.call_webhook.flatMap(([named]) => armIssues(flow, 'call_webhook', named, null)),
    ...emails.flatMap(([named, path]) => record('email', named, path)),
    ...person.sequences.flatMap(({ sequence }, index) =>
      record('sequence', sequence, `person.sequences[${index}].sequence`),
    ),
  ];
}

/** A step that the person passes otherwise than by chance: it has to be of its type, and have the arm. */
function armIssues(
  flow: TestedFlow,
  type: 'split' | 'call_webhook',
  named: string,
  arm: string | null,
): Issue[] {
  const path = `person.${type === 'split' ? 'splits' : 'calls'}.${named}`;
  const ofType = [...flow.compiled.byId].filter(([, { step }]) => step.type === type);
  const [id] = byStep(flow, type, { [named]: true }).keys();
  const at = id === undefined ? undefined : flow.compiled.byId.get(id);
  if (at === undefined || at.type === null) {
    const message = `The flow ${quoted(flow.key)} has no step ${quoted(named)} of the type ${type}.`;
    const fix = `Write the handle of a step of the type ${type}.`;
    const handles = ofType.map(([, { step }]) => handleOf({ ...step }));
    return [meant({ path, code: 'step_unknown', message, fix }, nearStep(named, handles))];
  }
  const known = at.type.armsOf?.({ ...at.step }) ?? [];
  if (arm === null || known.includes(arm)) return [];
  const message = `The split ${quoted(named)} has no arm ${quoted(arm)}.`;
  const fix = `Write the name of an arm: ${known.map(quoted).join(', ')}.`;
  return [meant({ path, code: 'arm_unknown', message, fix }, nearest(arm, known))];
}

/** A slug without its number is the most likely slip. */
function nearStep(named: string, handles: readonly string[]): string | null {
  const bare = handles.find((handle) => handle.replace(/^\d+-/, '') === named);
  return bare ?? nearest(named, handles);
}
