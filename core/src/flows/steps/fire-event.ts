import { own, quoted } from '../../platform/json.ts';
import { limits } from '../../platform/limits.ts';
import type { StepBase } from '../definition/definition.ts';
import { eventDetails, eventName } from '../definition/event-kinds.ts';
import { holdsLiquid, renderDetails } from '../interpreter/render-details.ts';
import type { StepType } from './step-type.ts';

/** Strings in the details, at any depth, may contain Liquid. */
export interface FireEvent extends StepBase {
  type: 'fire_event';
  event: string;
  details?: Readonly<Record<string, unknown>>;
}

/** Records an event of the person, which can start other flows (RUN-14). */
export const fireEvent: StepType<FireEvent> = {
  words: {
    purpose: 'Records an event of the person, which can start other flows.',
    example: () => ({
      name: 'Tell other flows',
      event: 'offer_ended',
      details: { to: '{{ person.first_name }}' },
    }),
    uses: ['event_types'],
    rules: [
      `details is an object of at most ${limits.eventDetailsBytes} bytes; its texts, at any depth, can hold Liquid with person, event and account as in emails, and stay texts.`,
      `More than ${limits.flowChain} events that start or release each other without a wait park the run.`,
    ],
    errors: [/^details_/, 'self_trigger'],
  },
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
    const rendered = renderDetails(memo.preparedDetails(step.details), answers);
    if (rendered.details === null) return { kind: 'skip', reason: rendered.reason };
    const { details } = rendered;
    const event = step.event.trim();
    return { kind: 'next', effect: { kind: 'fire_event', step_id: step.id, event, details } };
  },
};
