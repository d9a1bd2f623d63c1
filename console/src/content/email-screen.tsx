import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { RecordActions } from '../operations/record-screen.tsx';
import { RecordView } from '../operations/record-view.tsx';
import { MailFrame } from '../people/mail-frame.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Loading, Problem, Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

/** Stands for the email's own words: a tag that no translation has. */
const ownWords = 'und';

/** The email as an inbox lists it and as it opens, filled in without a person. */
function Preview({ emailId, languages }: { emailId: number; languages: readonly string[] }) {
  const [language, setLanguage] = useState(ownWords);
  const { data, error } = useRead(
    'preview_email',
    { email_id: emailId, ...(languages.length > 0 && { language }) },
    { with: ['layouts', 'themes', 'components'] },
  );
  return (
    <section class="card stack-tight" aria-labelledby="email-preview">
      <h2 id="email-preview">{t('email.preview')}</h2>
      {languages.length > 0 && (
        <nav class="row" aria-label={t('email.languages')}>
          {[ownWords, ...languages].map((one) => (
            <button
              key={one}
              type="button"
              class="button quiet"
              aria-pressed={one === language}
              onClick={() => setLanguage(one)}
            >
              {one === ownWords ? t('email.ownWords') : one}
            </button>
          ))}
        </nav>
      )}
      {error !== null && <Problem error={error} />}
      {data === undefined && error === null && <Loading />}
      {data !== undefined && (
        <>
          <p>
            <strong>{data.subject}</strong>
            {data.pre_header !== '' && <span class="quiet-text"> · {data.pre_header}</span>}
          </p>
          <MailFrame html={data.html} title={data.subject} />
        </>
      )}
    </section>
  );
}

/** An email: how it looks first, then everything about it. */
export function EmailScreen() {
  const { name = '' } = useRoute().params;
  const id = /^[1-9]\d{0,14}$/.test(name) ? Number(name) : null;
  const { data, error } = useRead('get_email', id === null ? null : { email_id: id });
  if (id === null || problemCode(error) === 'not_found') {
    return (
      <Screen title={t('state.notFound')} lead={t('state.notFoundText')}>
        <a class="button" href="/emails">
          {t('nav.emails')}
        </a>
      </Screen>
    );
  }
  if (data === undefined) {
    return <Screen title={name}>{error === null ? <Loading /> : <Problem error={error} />}</Screen>;
  }
  const { email } = data;
  return (
    <Screen
      title={email.title || email.subject}
      lead={<a href="/emails">{t('record.all', { noun: t('nav.emails') })}</a>}
    >
      <div class="stack">
        <RecordActions name="get_email" given={{ email_id: name }} />
        <div class="email-halves">
          <Preview emailId={id} languages={email.languages} />
          <section class="card stack-tight" aria-labelledby="email-facts">
            <h2 id="email-facts">{t('email.facts')}</h2>
            <RecordView record={email} />
          </section>
        </div>
      </div>
    </Screen>
  );
}
