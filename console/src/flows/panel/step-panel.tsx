import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { tn } from '../../platform/words.ts';
import { liveText } from '../step-text.ts';
import type { StepNode } from '../steps.ts';
import { typeLabel } from '../type-label.ts';
import { PeopleOn } from './people-inside.tsx';
import { ArmFigures, Panel, StepFigures } from './people-panel.tsx';

interface StepPanelProps {
  flow: OperationOutput<'get_flow'>['flow'];
  node: StepNode;
  step: StepPanelProps['flow']['steps'][number] | undefined;
  onClose: () => void;
}

/** What became of a step that is live: its people, and the figures of its mail and arms. */
export function StepPanel({ flow, node, step, onClose }: StepPanelProps) {
  return (
    <Panel title={typeLabel(node.name)} of={node.path} onClose={onClose}>
      <p class="quiet-text">{liveText(node, step?.summary) || typeLabel(node.type)}</p>
      {step !== undefined && (
        <p class="row tight">
          <span class="badge accent">
            {tn('canvas.people.one', 'canvas.people.other', step.people)}
          </span>
          {step.parked > 0 && (
            <span class="badge warn">
              {tn('flows.parked.one', 'flows.parked.other', step.parked)}
            </span>
          )}
        </p>
      )}
      {step?.arms !== undefined && <ArmFigures arms={step.arms} holdout={step.holdout ?? 0} />}
      {step?.stats !== undefined && <StepFigures stats={step.stats} />}
      {node.id !== null && <PeopleOn key={node.id} flowKey={flow.key} step={node.id} />}
    </Panel>
  );
}
