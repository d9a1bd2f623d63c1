import { useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { emptyCommands } from '../operations/empty-leads.ts';
import { formAddress } from '../operations/record-address.ts';
import { call } from '../platform/call.ts';
import { invalidate, useReadPages } from '../platform/reads.ts';
import { Empty, Loading, Problem } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { t } from '../platform/words.ts';
import { MailView } from './mail-view.tsx';
import { type Entry, sentenceOf } from './timeline-words.ts';

function TimelineEntry({ entry, onMail }: { entry: Entry; onMail: (sendId: number) => void }) {
  const { text, address, sendId, more, tone } = sentenceOf(entry);
  return (
    <li class={`entry ${tone ?? ''}`}>
      <span class="entry-time small quiet-text">
        <Time at={entry.at} />
      </span>
      <div class="entry-what">
        <span class="row">
          {address === null ? <span>{text}</span> : <a href={address}>{text}</a>}
          {sendId !== null && (
            <button
              type="button"
              class="button small-button"
              aria-haspopup="dialog"
              aria-label={t('person.mail.openOf', { text })}
              onClick={() => onMail(sendId)}
            >
              {t('person.mail.open')}
            </button>
          )}
        </span>
        {more !== null && <p class="entry-more small quiet-text">{more}</p>}
      </div>
    </li>
  );
}

function NoteForm({ person }: { person: string }) {
  const [body, setBody] = useState('');
  const [error, setError] = useState<unknown>(null);
  async function add() {
    setError(null);
    try {
      await call('add_note', { person, body });
      setBody('');
      invalidate('people');
    } catch (caught) {
      setError(caught);
    }
  }
  return (
    <form
      class="row note-form"
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() !== '') void add();
      }}
    >
      <label class="sr" for="person-note">
        {t('person.note')}
      </label>
      <input
        id="person-note"
        class="input"
        value={body}
        placeholder={t('person.note')}
        autocomplete="off"
        onInput={({ currentTarget }) => setBody(currentTarget.value)}
      />
      <button type="submit" class="button" disabled={body.trim() === ''}>
        {t('person.noteAdd')}
      </button>
      {error !== null && <Problem error={error} />}
    </form>
  );
}

/** Everything about one person, newest first; each mail opens as it looked. */
export function Timeline({ person }: { person: string }) {
  const { pages, error, isLoading, more, isReadingMore } = useReadPages(
    'get_timeline',
    { person },
    { with: ['runs', 'sends', 'events', 'queue'] },
  );
  const [mail, setMail] = useState<number | null>(null);
  const entries = pages.flatMap((page) => page.timeline);
  return (
    <section class="card stack-tight" aria-labelledby="timeline">
      <h2 id="timeline">{t('person.timeline')}</h2>
      {mayCall('add_note') && <NoteForm person={person} />}
      {error !== null && <Problem error={error} />}
      {isLoading && <Loading />}
      {!isLoading && error === null && entries.length === 0 && (
        <Empty
          title={t('list.empty')}
          text={t('person.timelineEmpty')}
          code={emptyCommands.events}
          action={
            mayCall('record_event') && (
              <a class="button primary" href={formAddress('record_event')}>
                {t('list.recordEvent')}
              </a>
            )
          }
        />
      )}
      <ol class="timeline">
        {entries.map((entry) => (
          <TimelineEntry
            key={`${entry.kind} ${entry.id} ${entry.at}`}
            entry={entry}
            onMail={setMail}
          />
        ))}
      </ol>
      {more !== null && (
        <button type="button" class="button" onClick={more} disabled={isReadingMore}>
          {t('action.more')}
        </button>
      )}
      {mail !== null && <MailView sendId={mail} onClose={() => setMail(null)} />}
    </section>
  );
}
