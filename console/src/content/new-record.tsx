import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import { useLocation } from 'preact-iso/router';
import { nounWords } from '../operations/catalog-words.ts';
import { type FormProps, OperationForm } from '../operations/operation-form.tsx';
import { addressOfRecord, nounAddress } from '../operations/record-address.ts';
import { recordOf } from '../operations/rows.ts';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';

interface NewRecordProps extends Pick<FormProps, 'name' | 'given' | 'only'> {
  noun: 'emails' | 'forms' | 'layouts';
}

/** Makes a record by what it needs first, and leads to its own screen, where the rest is written. */
function NewRecord({ noun, ...form }: NewRecordProps) {
  const { route } = useLocation();
  return (
    <Screen
      title={t(`new.${noun}`)}
      back={{ address: nounAddress(noun), label: nounWords(noun) }}
      lead={
        <>
          {t(`new.${noun}.lead`)} <a href={`/operations/${form.name}`}>{t(`new.${noun}.all`)}</a>
        </>
      }
    >
      <div class="card">
        <OperationForm
          {...form}
          submit={t(`new.${noun}.create`)}
          onDone={(output) => route(addressOfRecord(noun, recordOf(output)) ?? nounAddress(noun))}
        />
      </div>
    </Screen>
  );
}

/** The editor of an email has the mail beside it. */
export function NewEmailScreen() {
  return <NewRecord noun="emails" name="create_email" only={['title', 'subject']} />;
}

/** A form begins with what visitors read; its screen has its page and what puts it on a site. */
export function NewFormScreen() {
  return <NewRecord noun="forms" name="create_form" only={['name', 'consent_text', 'tags']} />;
}

/** A layout begins as the built-in one. */
export function NewLayoutScreen() {
  const { html, css } = defaultLayout;
  const given = { html, css: css ?? '' };
  return <NewRecord noun="layouts" name="create_layout" given={given} only={['name', 'theme']} />;
}
