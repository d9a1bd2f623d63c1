import { tagKey } from '../../conditions/compare.ts';
import { own, quoted } from '../../platform/json.ts';
import type { StepBase } from '../definition/definition.ts';
import { tagName } from '../definition/field-kind.ts';
import { firedOnTag } from './fired-on-tag.ts';
import type { StepType } from './step-type.ts';

export interface AddTag extends StepBase {
  type: 'add_tag';
  tag: string;
}

/** Adds a tag to the person and creates it if new; no effect if the person has it (RUN-08). */
export const addTag: StepType<AddTag> = {
  words: {
    purpose: 'Adds the tag, which is created where it is new.',
    example: ({ tag }) => ({ name: 'Mark', tag }),
    uses: ['tags'],
    errors: ['liquid_not_run'],
  },
  fields: { tag: { kind: tagName, required: true } },
  arms: [],
  ends: false,
  summary: (step) => `Add the tag ${quoted(own(step, 'tag'))}`,
  fires: (step) => firedOnTag('tag_added', step),
  makesTags(step) {
    const tag = own(step, 'tag');
    return typeof tag === 'string' ? [tagKey(tag)] : [];
  },
  holds: () => false,
  enter: (step) => ({
    kind: 'next',
    effect: { kind: 'add_tag', step_id: step.id, tag: step.tag.trim() },
  }),
};
