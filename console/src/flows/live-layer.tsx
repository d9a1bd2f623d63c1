import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useMemo } from 'preact/hooks';
import { later } from '../platform/later.tsx';
import { number, t } from '../platform/words.ts';
import { Canvas, focusStep } from './canvas.tsx';
import { GoalList } from './goals/goal-list.tsx';
import { countText } from './people-count.ts';
import { useRecordTitles } from './record-titles.ts';
import { liveText } from './step-text.ts';
import { allSteps, stepTree } from './steps.ts';
import { triggerText } from './trigger-text.ts';

export type Flow = OperationOutput<'get_flow'>['flow'];

export interface LayerProps {
  flow: Flow;
  /** The path that is chosen, which the address has. */
  chosen: string;
  onChoose: (path: string) => void;
}

const PeopleOn = later(async () => (await import('./panel/people-inside.tsx')).PeopleOn);

/** People who are on steps that the definition no longer has. */
function GoneSteps({ flow }: { flow: Flow }) {
  const gone = flow.gone_steps.filter(({ people, parked }) => people + parked > 0);
  if (gone.length === 0) return null;
  return (
    <div class="note warn">
      <p>{t('canvas.goneSteps')}</p>
      <ul class="plain">
        {gone.map(({ id, people, parked }) => (
          <li key={id}>
            <p>
              {t('canvas.goneStep', { id: String(id), people: countText(people + parked, parked) })}
            </p>
            <PeopleOn flowKey={flow.key} step={id} />
          </li>
        ))}
      </ul>
    </div>
  );
}

const PeopleInside = later(async () => (await import('./panel/people-inside.tsx')).PeopleInside);

const StepPanel = later(async () => (await import('./panel/step-panel.tsx')).StepPanel);

/** People on an arm of an experiment, and their share of all who got one. */
function shareText(people: number, arms: readonly { people: number }[]): string {
  const all = arms.reduce((sum, arm) => sum + arm.people, 0);
  const percent = all === 0 ? '' : ` (${number(Math.round((people * 100) / all))} %)`;
  return `${number(people)}${percent}`;
}

function RecordTitles() {
  useRecordTitles();
  return null;
}

/** The flow as it runs now, with the people on its steps (CANVAS-02). */
export function LiveLayer({ flow, chosen, onChoose }: LayerProps) {
  const nodes = useMemo(() => stepTree(flow.definition.nodes), [flow.definition]);
  const byPath = useMemo(() => new Map(flow.steps.map((step) => [step.path, step])), [flow]);
  const node = useMemo(() => allSteps(nodes).find(({ path }) => path === chosen), [nodes, chosen]);
  const step = byPath.get(chosen);
  // What no update of the flow changes is not drawn again with each of them (CANVAS-08).
  const titles = useMemo(() => <RecordTitles />, []);
  const inside = useMemo(() => <PeopleInside flowKey={flow.key} />, [flow.key]);
  const isAnybodyInside = flow.people_inside > 0 || flow.steps.some(({ parked }) => parked > 0);
  const close = () => {
    onChoose('');
    focusStep(chosen);
  };
  return (
    <div class="stack">
      <GoneSteps flow={flow} />
      <GoalList
        goals={flow.definition.goals}
        converted={flow.steps.reduce((sum, { stats }) => sum + (stats?.converted ?? 0), 0)}
      />
      <div class={node === undefined ? 'canvas-frame' : 'canvas-frame open'}>
        <Canvas
          label={t('canvas.label', { name: flow.name })}
          {...{ nodes, chosen, onChoose }}
          trigger={{ text: triggerText(flow.definition.trigger) }}
          of={(one) => {
            const shown = byPath.get(one.path);
            return {
              text: liveText(one, shown?.summary),
              people: shown?.people ?? 0,
              parked: shown?.parked ?? 0,
            };
          }}
          ofArm={({ path }, { arm, key }) => {
            const arms = byPath.get(path)?.arms;
            const passed = arms?.find(({ name }) => key === null && name === arm);
            return passed === undefined ? '' : shareText(passed.people, arms ?? []);
          }}
        />
        {node !== undefined && <StepPanel {...{ flow, node, step }} onClose={close} />}
      </div>
      {isAnybodyInside && inside}
      {titles}
    </div>
  );
}
