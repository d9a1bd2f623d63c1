import { type Issue, meant } from '../../platform/issue.ts';
import { quoted } from '../../platform/json.ts';
import { nearest } from '../../platform/nearest.ts';
import { handleOf } from '../definition/step-id.ts';
import { type CaseWorld, idNamed } from './case-world.ts';
import type { FlowCase } from './flow-case.ts';
import { handleNamed, type TestedFlow } from './tested-flow.ts';

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
    ...(expect.sends ?? []).map(({ email }, index) => [email, `expect.sends[${index}].email`] as const),
    ...person.mail.map(({ email }, index) => [email, `person.mail[${index}].email`] as const),
  ];
  return [
    ...steps,
    ...emails.flatMap(([named, path]) => record('email', named, path)),
    ...person.sequences.flatMap(({ sequence }, index) =>
      record('sequence', sequence, `person.sequences[${index}].sequence`),
    ),
  ];
}

/** A slug without its number is the most likely slip. */
function nearStep(named: string, handles: readonly string[]): string | null {
  const bare = handles.find((handle) => handle.replace(/^\d+-/, '') === named);
  return bare ?? nearest(named, handles);
}
