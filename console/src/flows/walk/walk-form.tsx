import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { satisfyingEvent } from '@postroad/core/flows/interpreter/satisfying-event';
import { isObject, own } from '@postroad/core/platform/json';
import { useId, useState } from 'preact/hooks';
import { mayCall } from '../../operations/contracts.ts';
import { perform } from '../../operations/perform.ts';
import { problemText } from '../../platform/call.ts';
import { useRead } from '../../platform/reads.ts';
import { shownTime } from '../../platform/times.ts';
import { say } from '../../platform/toasts.tsx';
import { t } from '../../platform/words.ts';
import { detailsOf, type Walk } from './walk.ts';

type Person = OperationOutput<'list_people'>['people'][number];

/** How many people are offered while an address is typed. */
const offered = 8;

const jsonText = (value: object) =>
  Object.keys(value).length === 0 ? '' : JSON.stringify(value, null, 2);

/** The event that starts the flow, made up so that it does. */
export function startingEvent(trigger: unknown): Pick<Walk, 'event' | 'details'> {
  const name = isObject(trigger) ? own(trigger, 'event') : undefined;
  if (typeof name !== 'string') return { event: '', details: '' };
  return { event: name, details: jsonText(satisfyingEvent(trigger)?.details ?? {}) };
}

function nameOf({ first_name, last_name, email }: Person): string {
  return [first_name, last_name].filter(Boolean).join(' ') || email;
}

function PersonField({ value, onValue }: { value: string; onValue: (value: string) => void }) {
  const id = useId();
  const { data } = useRead('list_people', {
    limit: offered,
    ...(value.trim() === '' ? {} : { q: value.trim() }),
  });
  const people = data?.people ?? [];
  const isAddress = /^\S+@\S+\.\S+$/.test(value.trim());
  return (
    <div class="field">
      <label for={id}>{t('walk.person')}</label>
      <input
        id={id}
        class="input"
        name="person"
        list={`${id}-people`}
        value={value}
        required
        autocomplete="off"
        spellcheck={false}
        placeholder={t('walk.personHint')}
        onInput={({ currentTarget }) => onValue(currentTarget.value)}
      />
      <datalist id={`${id}-people`}>
        {people.map((person) => (
          <option key={person.id} value={person.email}>
            {nameOf(person)}
          </option>
        ))}
      </datalist>
      {people.length === 0 && data !== undefined && !/^\d+$/.test(value.trim()) && (
        <span class="hint">
          {isAddress && mayCall('upsert_person') ? (
            <button
              type="button"
              class="button"
              onClick={() =>
                void perform('upsert_person', { email: value.trim() }).catch((error: unknown) =>
                  say(problemText(error)),
                )
              }
            >
              {t('walk.addPerson', { email: value.trim() })}
            </button>
          ) : (
            t('walk.nobody')
          )}
        </span>
      )}
    </div>
  );
}

/** Events of the person that really came, whose details can be taken over. */
function RealEvents({ person, event, onDetails }: RealEventsProps) {
  const { data } = useRead(
    'list_events',
    person === '' || event === '' ? null : { person, name: event, limit: 3 },
  );
  const events = data?.events ?? [];
  if (events.length === 0) return null;
  return (
    <div class="row tight">
      <span class="small quiet-text">{t('walk.takeDetails')}</span>
      {events.map(({ id, occurred_at, details }) => (
        <button key={id} type="button" class="button" onClick={() => onDetails(jsonText(details))}>
          {shownTime(occurred_at)}
        </button>
      ))}
    </div>
  );
}

interface RealEventsProps {
  person: string;
  event: string;
  onDetails: (details: string) => void;
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
  const play = (submitted: SubmitEvent) => {
    submitted.preventDefault();
    if (isBad) return;
    onPlay({ person: person.trim(), event: event.trim(), details, answers: [], untilEnd: false });
  };
  return (
    <form class="card walk-form" onSubmit={play}>
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
