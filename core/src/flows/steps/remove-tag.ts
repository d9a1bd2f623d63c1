import { own, quoted } from '../../platform/json.ts';
import type { StepBase } from '../definition/definition.ts';
import { tagRemoved } from '../definition/field-kind.ts';
import { firedOnTag } from './fired-on-tag.ts';
import type { StepType } from './step-type.ts';

export interface RemoveTag extends StepBase {
  type: 'remove_tag';
  tag: string;
}

/** Removes a tag; no effect if the person lacks it (RUN-08). */
export const removeTag: StepType<RemoveTag> = {
  words: {
    purpose: 'Takes the tag away; not having it changes nothing.',
    example: ({ tag }) => ({ name: 'Unmark', tag }),
    uses: ['tags'],
    errors: ['liquid_not_run'],
  },
  fields: { tag: { kind: tagRemoved, required: true } },
  arms: [],
  ends: false,
  summary: (step) => `Remove the tag ${quoted(own(step, 'tag'))}`,
  fires: (step) => firedOnTag('tag_removed', step),
  holds: () => false,
  enter: (step) => ({
    kind: 'next',
    effect: { kind: 'remove_tag', step_id: step.id, tag: step.tag.trim() },
  }),
};
