import type { ExitFlow } from '../definition/definition.ts';
import type { StepType } from './step-type.ts';

/** Ends the run, also inside an arm (RUN-05). */
export const exitFlow: StepType<ExitFlow> = {
  fields: {},
  arms: [],
  ends: true,
  summary: () => 'Exit the flow',
  holds: () => true,
  enter: () => ({ kind: 'exit' }),
};
