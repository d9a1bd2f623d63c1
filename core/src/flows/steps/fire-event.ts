import { own, quoted } from '../../platform/json.ts';
import type { FireEvent } from '../definition/definition.ts';
import { eventDetails, eventName } from '../definition/event-kinds.ts';
import { holdsLiquid, renderDetails } from '../interpreter/render-details.ts';
import type { StepType } from './step-type.ts';

/** Records an event of the person, which can start other flows (RUN-14). */
export const fireEvent: StepType<FireEvent> = {
  fields: {
    event: { kind: eventName, required: true },
    details: { kind: eventDetails, required: false },
  },
  arms: [],
  ends: false,
  summary: (step) => `Record the event ${quoted(own(step, 'event'))}`,

  fires(step) {
    const name = own(step, 'event');
    const details = own(step, 'details') ?? {};
    if (typeof name !== 'string' || eventDetails.check(details, '').length > 0) return [];
    const fixed = details as Record<string, unknown>;
    return [{ name: name.trim(), details: holdsLiquid(fixed) ? null : fixed }];
  },

  holds: () => false,

  enter(step, { answers, memo }) {
    const rendered = renderDetails(memo.preparedDetails(step.details), answers.merge);
    if (rendered.details === null) return { kind: 'skip', reason: rendered.reason };
    const { details } = rendered;
    const event = step.event.trim();
    return { kind: 'next', effect: { kind: 'fire_event', step_id: step.id, event, details } };
  },
};
