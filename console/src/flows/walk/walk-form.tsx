import { satisfyingEvent } from '@postroad/core/flows/interpreter/satisfying-event';
import { isObject, own } from '@postroad/core/platform/json';
import { useId, useState } from 'preact/hooks';
import { detailsOf, jsonText } from '../../people/object-text.ts';
import { meantPerson, PersonField } from '../../people/person-field.tsx';
import { RealEvents } from '../../people/real-events.tsx';
import { t } from '../../platform/words.ts';
import type { Walk } from './walk.ts';

/** The event that starts the flow, made up so that it does. */
function startingEvent(trigger: unknown): Pick<Walk, 'event' | 'details'> {
  const name = isObject(trigger) ? own(trigger, 'event') : undefined;
  if (typeof name !== 'string') return { event: '', details: '' };
  return { event: name, details: jsonText(satisfyingEvent(trigger)?.details ?? {}) };
}

interface WalkFormProps {
  walk: Walk;
  /** What starts the flow; a trigger without an event has none to choose. */
  trigger: unknown;
  onPlay: (walk: Walk) => void;
}

/** Who walks, and with which event (CANVAS-03). */
export function WalkForm({ walk, trigger, onPlay }: WalkFormProps) {
  const start = startingEvent(trigger);
  const isNew = walk.person === '';
  const [person, setPerson] = useState(walk.person);
  const [event, setEvent] = useState(isNew ? start.event : walk.event);
  const [details, setDetails] = useState(isNew ? start.details : walk.details);
  const id = useId();
  const isBad = detailsOf(details) === null;
  const play = async (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if (isBad) return;
    // Where the service does not say who is meant, the walk says what is wrong.
    const meant = await meantPerson(person).catch(() => person.trim());
    if (meant === null) return;
    setPerson(meant);
    onPlay({ person: meant, event: event.trim(), details, answers: [], untilEnd: false });
  };
  return (
    <form class="card walk-form" onSubmit={(submitted) => void play(submitted)}>
      <PersonField value={person} onValue={setPerson} />
      {start.event !== '' && (
        <div class="field">
          <label for={`${id}-event`}>{t('walk.event')}</label>
          <input
            id={`${id}-event`}
            class="input"
            name="event"
            value={event}
            autocomplete="off"
            spellcheck={false}
            placeholder={t('walk.eventHint')}
            onInput={({ currentTarget }) => setEvent(currentTarget.value)}
          />
        </div>
      )}
      <button type="submit" class="button primary walk-play">
        <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true">
          <path d="M4 2v12l9-6z" fill="currentColor" />
        </svg>
        {t('walk.play')}
      </button>
      {start.event !== '' && event !== '' && (
        <details class="walk-details" open={isBad || undefined}>
          <summary>{t('walk.details')}</summary>
          <div class="stack-tight">
            <textarea
              class="input code"
              name="details"
              rows={4}
              aria-label={t('walk.details')}
              aria-invalid={isBad || undefined}
              aria-describedby={isBad ? `${id}-fault` : undefined}
              spellcheck={false}
              value={details}
              onInput={({ currentTarget }) => setDetails(currentTarget.value)}
            />
            {isBad && (
              <span class="fault" id={`${id}-fault`}>
                {t('walk.badDetails')}
              </span>
            )}
            <RealEvents person={person.trim()} event={event.trim()} onDetails={setDetails} />
          </div>
        </details>
      )}
    </form>
  );
}
