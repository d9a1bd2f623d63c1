import { useRef } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall } from '../operations/contracts.ts';
import { formAddress } from '../operations/record-address.ts';
import { RecordActions } from '../operations/record-screen.tsx';
import { RecordView } from '../operations/record-view.tsx';
import { Absent } from '../platform/absent.tsx';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { say } from '../platform/toasts.tsx';
import { t } from '../platform/words.ts';
import { ReachesNobody } from '../sending/reaches-nobody.tsx';
import { type Form, formPageAddress, linkSnippet, scriptSnippet } from './form-snippets.ts';

/** Where all forms are. */
const all = '/forms';

/** The page as a visitor sees it now; nothing in it runs, and nothing can be sent from it. */
function Preview({ form }: { form: Form }) {
  return (
    <section class="card stack-tight" aria-labelledby="form-preview">
      <h2 id="form-preview">{t('signUp.preview')}</h2>
      {form.enabled ? (
        <>
          <iframe
            // The page loads again after each change that anybody saves.
            key={form.revision}
            class="mail-frame form-frame"
            title={t('signUp.pageOf', { name: form.name })}
            sandbox=""
            src={formPageAddress('', form)}
          />
          <p>
            <a href={formPageAddress('', form)} target="_blank" rel="noreferrer">
              {t('signUp.openPage')}
            </a>
          </p>
        </>
      ) : (
        <>
          <p class="note">{t('signUp.off')}</p>
          <div class="row">
            <ActionButton
              name="update_form"
              input={{ form_key: String(form.id), enabled: true }}
              class="primary"
            >
              {t('signUp.switchOn')}
            </ActionButton>
          </div>
        </>
      )}
    </section>
  );
}

/** A text to copy into a page or message; where a browser does not copy, it is selected. */
function Snippet({ label, text }: { label: string; text: string }) {
  const area = useRef<HTMLTextAreaElement>(null);
  const copy = async () => {
    area.current?.select();
    try {
      await navigator.clipboard.writeText(text);
      say(t('signUp.copied'));
    } catch {
      say(t('signUp.selected'));
    }
  };
  return (
    <div class="stack-tight">
      <label class="stack-tight">
        <span>{label}</span>
        <textarea
          ref={area}
          class="input code snippet"
          readOnly
          rows={text.split('\n').length}
          value={text}
        />
      </label>
      <div class="row">
        <button
          type="button"
          class="button"
          aria-label={t('signUp.copyOne', { label })}
          onClick={() => void copy()}
        >
          {t('signUp.copy')}
        </button>
      </div>
    </div>
  );
}

/** What puts the form on a site: its address, a plain link, or fields of its own with the script of the service. */
function Snippets({ form }: { form: Form }) {
  const words = { email: t('signUp.email'), submit: t('signUp.submit') };
  return (
    <section class="card stack-tight" aria-labelledby="form-snippets">
      <h2 id="form-snippets">{t('signUp.embed')}</h2>
      <Snippet label={t('signUp.address')} text={formPageAddress(location.origin, form)} />
      <Snippet label={t('signUp.link')} text={linkSnippet(location.origin, form)} />
      <Snippet label={t('signUp.script')} text={scriptSnippet(location.origin, form, words)} />
      <p class="small quiet-text">
        {form.allowed_origins.length === 0
          ? t('signUp.noSite')
          : t('signUp.sites', { sites: form.allowed_origins.join(', ') })}
      </p>
      {form.allowed_origins.length === 0 && mayCall('update_form') && (
        <p>
          <a href={formAddress('update_form', { form_key: form.key })}>{t('signUp.allow')}</a>
        </p>
      )}
    </section>
  );
}

/** The event that each confirmed sign-up records. */
const signedUp = 'signed_up_by_form';

/** What comes after a sign-up: a flow that begins with its event. */
function Afterwards() {
  return (
    <section class="card stack-tight" aria-labelledby="form-afterwards">
      <h2 id="form-afterwards">{t('signUp.afterwards')}</h2>
      <p>
        {t('signUp.afterwardsText')} <code>{signedUp}</code>
      </p>
      {mayCall('create_flow') && (
        <p>
          <a class="button" href={`/flows/new?event=${signedUp}`}>
            {t('signUp.startFlow')}
          </a>
        </p>
      )}
    </section>
  );
}

/** A sign-up form: its page as it is now, how to put it on a site, and everything about it (CONS-07). */
export function FormScreen() {
  const { name = '' } = useRoute().params;
  const { data, error } = useRead('get_form', { form_key: name });
  if (problemCode(error) === 'not_found' || data === undefined) {
    const list = { address: all, label: t('noun.forms') };
    return <Absent name={name} list={list} error={error} />;
  }
  const { form } = data;
  return (
    <Screen title={form.name} back={{ address: all, label: t('noun.forms') }}>
      <div class="stack">
        {form.double_opt_in && <ReachesNobody />}
        <RecordActions name="get_form" given={{ form_key: name }} />
        <div class="email-halves">
          <Preview form={form} />
          <div class="stack">
            <Snippets form={form} />
            <Afterwards />
          </div>
        </div>
        <section class="card stack-tight" aria-labelledby="form-facts">
          <h2 id="form-facts">{t('signUp.facts')}</h2>
          <RecordView record={form} />
        </section>
      </div>
    </Screen>
  );
}
