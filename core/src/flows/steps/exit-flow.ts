import type { StepBase } from '../definition/definition.ts';
import type { StepType } from './step-type.ts';

export interface ExitFlow extends StepBase {
  type: 'exit_flow';
}

/** Ends the run, also inside an arm (RUN-05). */
export const exitFlow: StepType<ExitFlow> = {
  words: {
    purpose: 'Ends the run, inside an arm too; nothing may be behind it in its list.',
    example: () => ({ name: 'Leave' }),
  },
  fields: {},
  arms: [],
  ends: true,
  summary: () => 'Exit the flow',
  holds: () => true,
  enter: () => ({ kind: 'exit' }),
};
