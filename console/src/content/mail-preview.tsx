import { useId, useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { MailFrame } from '../people/mail-frame.tsx';
import { detailsOf } from '../people/object-text.ts';
import { PersonField, useFoundPeople } from '../people/person-field.tsx';
import { RealEvents } from '../people/real-events.tsx';
import { fieldProblems } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Scroller } from '../platform/scroller.tsx';
import { t } from '../platform/words.ts';
import { Choice } from './choice.tsx';
import type { LivePreview, PreviewRequest } from './use-preview.ts';

const parts = ['html', 'text', 'source'] as const;
const widths = ['360', '800'] as const;
const schemes = ['light', 'dark'] as const;

/** For whom a mail is filled in, as it is chosen. */
export interface Reader {
  person: string;
  event: string;
  details: string;
}

export const anybody: Reader = { person: '', event: '', details: '' };

/** What a reader is in a preview; null while the person is looked for. */
export function useReader({
  person,
  event,
  details,
}: Reader): Pick<PreviewRequest, 'person_id' | 'event'> {
  const text = person.trim();
  const found = useFoundPeople(text);
  const meant = found?.find(({ id, email }) => email === text || String(id) === text);
  const name = event.trim();
  return {
    ...(meant !== undefined && text !== '' && { person_id: meant.id }),
    ...(name !== '' && { event: { name, details: detailsOf(details) ?? {} } }),
  };
}

/** Who reads the mail, and the event that it answers. */
function ReaderFields({ reader, onReader }: ReaderProps) {
  const id = useId();
  const { data } = useRead('list_event_types', {});
  const isBad = detailsOf(reader.details) === null;
  return (
    <div class="reader">
      <PersonField value={reader.person} onValue={(person) => onReader({ ...reader, person })} />
      <div class="field">
        <label for={`${id}-event`}>{t('walk.event')}</label>
        <input
          id={`${id}-event`}
          class="input"
          list={`${id}-events`}
          value={reader.event}
          autocomplete="off"
          spellcheck={false}
          placeholder={t('email.noEvent')}
          onInput={({ currentTarget }) => onReader({ ...reader, event: currentTarget.value })}
        />
        <datalist id={`${id}-events`}>
          {(data?.event_types ?? []).map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      {reader.event.trim() !== '' && (
        <div class="field whole">
          <label for={`${id}-details`}>{t('walk.details')}</label>
          <textarea
            id={`${id}-details`}
            class="input code"
            rows={3}
            value={reader.details}
            spellcheck={false}
            aria-invalid={isBad || undefined}
            onInput={({ currentTarget }) => onReader({ ...reader, details: currentTarget.value })}
          />
          {isBad && <span class="fault">{t('walk.badDetails')}</span>}
          <RealEvents
            person={reader.person.trim()}
            event={reader.event.trim()}
            onDetails={(details) => onReader({ ...reader, details })}
          />
        </div>
      )}
    </div>
  );
}

interface ReaderProps {
  reader: Reader;
  onReader: (reader: Reader) => void;
}

interface MailPreviewProps extends ReaderProps {
  live: LivePreview;
}

/** The mail as it would be sent now: its picture, its text part or its source (CON2-01). */
export function MailPreview({ live, reader, onReader }: MailPreviewProps) {
  const { preview, error } = live;
  const [part, setPart] = useState<(typeof parts)[number]>('html');
  const [width, setWidth] = useState<(typeof widths)[number]>('360');
  const [scheme, setScheme] = useState<(typeof schemes)[number]>('light');
  const id = useId();
  const isNobody = fieldProblems(error).some(({ path }) => path === 'person_id');
  return (
    <section class="card stack-tight preview" aria-labelledby={id}>
      <div class="preview-head">
        <h2 id={id}>{t('email.preview')}</h2>
        {preview !== null && (
          <p class="small quiet-text">{t('email.shownTo', { email: preview.person.email })}</p>
        )}
      </div>
      <div class="preview-tools">
        <Choice
          label={t('person.mail.parts')}
          of={parts}
          chosen={part}
          word={(one) => t(`email.part.${one}`)}
          onChoose={setPart}
        />
        {part === 'html' && (
          <>
            <Choice
              label={t('email.width')}
              of={widths}
              chosen={width}
              word={(one) => t('email.pixels', { n: one })}
              onChoose={setWidth}
            />
            <Choice
              label={t('email.scheme')}
              of={schemes}
              chosen={scheme}
              word={(one) => t(`email.scheme.${one}`)}
              onChoose={setScheme}
            />
          </>
        )}
      </div>
      {isNobody && (
        <p class="note">
          {t('email.nobody')} {mayCall('upsert_person') && t('email.addYourself')}
        </p>
      )}
      <details open={isNobody || undefined}>
        <summary>{t('email.asWhom')}</summary>
        <ReaderFields reader={reader} onReader={onReader} />
      </details>
      {error !== null && live.issues.length === 0 && !isNobody && <Problem error={error} />}
      {error !== null && preview !== null && (
        <p class="note warn small" role="status">
          {t('email.oldPreview')}
        </p>
      )}
      {preview === null && error === null && <Loading />}
      {preview !== null && part === 'html' && (
        <MailFrame
          html={preview.html}
          title={preview.subject || t('email.preview')}
          scheme={scheme}
          width={Number(width)}
        />
      )}
      {preview !== null && part !== 'html' && (
        <Scroller class="block source" label={t(`email.part.${part}`)}>
          <pre>{part === 'text' ? preview.text : preview.html}</pre>
        </Scroller>
      )}
    </section>
  );
}
