import type { Step } from '@postroad/core/flows/definition/definition';
import { tagName } from '@postroad/core/flows/definition/field-kind';
import type { StepType } from '@postroad/core/flows/steps/step-type';
import { own } from '@postroad/core/platform/json';

interface Greet extends Step {
  type: 'greet';
  tag: string;
}

/** What a file of core/src/flows/steps/ holds: the whole type. */
export const greet: StepType<Greet> = {
  words: {
    purpose: 'Greets the person after an hour.',
    example: ({ tag }) => ({ name: 'Say hello', tag, then: [] }),
    uses: ['tags'],
    rules: ['A person is greeted once.'],
    errors: [/^arm/],
  },
  fields: { tag: { kind: tagName, required: true } },
  arms: ['then'],
  ends: false,
  summary: (step) => `Greet as ${String(own(step, 'tag'))}`,
  outcomes: () => ['waited'],
  waitOf: (step) => ({ effect: 'keep', text: String(own(step, 'tag')) }),
  holds: () => true,
  enter: (_step, context) => ({
    kind: 'wait',
    wait: {
      due_at: new Date(context.now.getTime() + 3_600_000),
      arrived_at: context.now,
      after_event: null,
      waits_for: null,
    },
  }),
  resume: {
    owns: (run) => run.waits_for === null,
    look: (step, run, context) =>
      run.due_at !== null && run.due_at > context.now
        ? { kind: 'stay' }
        : {
            kind: 'release',
            arm: 'then',
            effects: [{ kind: 'add_tag', step_id: step.id, tag: step.tag }],
          },
  },
};
