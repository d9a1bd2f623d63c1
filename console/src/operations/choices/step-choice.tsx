import { typeLabel } from '../../flows/type-label.ts';
import { useRead } from '../../platform/reads.ts';
import { t } from '../../platform/words.ts';
import type { FieldSpec } from '../fields.ts';
import type { ChoiceProps } from './person-choice.tsx';

/** Fields that name a step of a flow, by their names in contracts. */
const stepFields: ReadonlySet<string> = new Set(['step', 'from', 'to']);

/** The flow whose step is named, or the run that is in it. */
interface Owner {
  flow: string | null;
  run: number | null;
}

/** Whose step a field names, by what is given beside it; null for another field. */
export function stepOwner(
  { name }: FieldSpec,
  given: Readonly<Record<string, unknown>>,
): Owner | null {
  const { flow_key: flow = null, run_id: run = null } = given;
  if (!stepFields.has(name) || (flow === null && run === null)) return null;
  return { flow: flow === null ? null : String(flow), run: run === null ? null : Number(run) };
}

interface StepChoiceProps extends ChoiceProps {
  owner: Owner;
  /** What it says where none is chosen. */
  none: string;
}

/** A step of a flow by its name, in place of its number; also one that is gone and has people on it. */
export function StepChoice({ owner, control, text, none, onText }: StepChoiceProps) {
  const run = useRead('get_run', owner.run === null ? null : { run_id: owner.run }).data?.run;
  const key = owner.flow ?? run?.flow.key ?? null;
  const flow = useRead('get_flow', key === null ? null : { flow_key: key }).data?.flow;
  const gone = control.name === 'to' ? [] : (flow?.gone_steps ?? []);
  const choices = [
    ...(flow?.steps ?? []).map(({ id, name }) => ({ value: String(id), name: typeLabel(name) })),
    ...gone.map(({ id }) => ({ value: String(id), name: t('record.step', { name: String(id) }) })),
  ];
  const isKnown = text === '' || choices.some(({ value }) => value === text);
  const twice = (name: string) => choices.filter((one) => one.name === name).length > 1;
  return (
    <select {...control} value={text} onInput={({ currentTarget }) => onText(currentTarget.value)}>
      <option value="">{none}</option>
      {!isKnown && <option value={text}>{t('record.step', { name: text })}</option>}
      {choices.map(({ value, name }) => (
        <option key={value} value={value}>
          {twice(name) ? `${name} (${value})` : name}
        </option>
      ))}
    </select>
  );
}
