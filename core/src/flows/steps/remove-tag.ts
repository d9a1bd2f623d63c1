import { own, quoted } from '../../platform/json.ts';
import type { RemoveTag } from '../definition/definition.ts';
import { tagRemoved } from '../definition/field-kind.ts';
import { firedOnTag } from './fired-on-tag.ts';
import type { StepType } from './step-type.ts';

/** Removes a tag; no effect if the person lacks it (RUN-08). */
export const removeTag: StepType<RemoveTag> = {
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
