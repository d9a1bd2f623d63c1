import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { useState } from 'preact/hooks';
import { mayCall } from '../operations/contracts.ts';
import { NothingHere } from '../operations/nothing-here.tsx';
import { OperationForm } from '../operations/operation-form.tsx';
import { Dialog } from '../platform/dialog.tsx';
import { useReadPages } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { Time } from '../platform/time.tsx';
import { t, wordsUnder } from '../platform/words.ts';

type Consent = OperationOutput<'list_consents'>['consents'][number];

/** Entries of one reading. */
const pageRows = 10;

const tones: Readonly<Record<Consent['kind'], string>> = {
  given: 'good',
  confirmed: 'good',
  withdrawn: 'warn',
  imported: 'accent',
};

function Entry({ consent }: { consent: Consent }) {
  const { kind, purpose, text, source, at } = consent;
  return (
    <li class="consent">
      <p class="row tight">
        <span class={`badge ${tones[kind]}`}>{t(`consents.kind.${kind}`)}</span>
        <strong>{purpose === 'marketing' ? t('consents.marketing') : purpose}</strong>
      </p>
      <p class="small quiet-text">
        <Time at={at} />
        {source !== null && <> · {wordsUnder(`consents.source.${source}`) ?? source}</>}
      </p>
      {text !== null && <q class="small">{text}</q>}
    </li>
  );
}

/** What the person agreed to and withdrew, newest first, with the words that they saw (CONS-07). */
export function PersonConsents({ person }: { person: string }) {
  const [isRecording, setRecording] = useState(false);
  const { pages, error, isLoading, more, isReadingMore } = useReadPages('list_consents', {
    person,
    limit: pageRows,
  });
  const consents = pages.flatMap((page) => page.consents);
  return (
    <section class="card stack-tight" aria-labelledby="person-consents">
      <h2 id="person-consents">{t('consents.title')}</h2>
      {error !== null && <Problem error={error} />}
      {isLoading && <Loading />}
      {!isLoading && error === null && consents.length === 0 && <NothingHere of="consents" />}
      {consents.length > 0 && (
        <ol class="plain consents">
          {consents.map((consent) => (
            <Entry key={consent.id} consent={consent} />
          ))}
        </ol>
      )}
      <div class="row">
        {mayCall('record_consent') && (
          <button
            type="button"
            class="button"
            aria-haspopup="dialog"
            onClick={() => setRecording(true)}
          >
            {t('consents.record')}
          </button>
        )}
        {more !== null && (
          <button type="button" class="button" onClick={more} disabled={isReadingMore}>
            {t('action.more')}
          </button>
        )}
      </div>
      {isRecording && (
        <Dialog title={t('consents.record')} onClose={() => setRecording(false)}>
          <p class="quiet-text">{t('consents.recordText')}</p>
          <OperationForm
            name="record_consent"
            given={{ person }}
            onDone={() => setRecording(false)}
            onCancel={() => setRecording(false)}
          />
        </Dialog>
      )}
    </section>
  );
}
