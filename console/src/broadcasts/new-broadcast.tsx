import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { addressOf } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { Problem, Screen } from '../platform/screen.tsx';
import { SubmitButton } from '../platform/submit-button.tsx';
import { t } from '../platform/words.ts';
import { ReachesNobody } from '../sending/reaches-nobody.tsx';

/** Segments and emails that a menu lists; the form of the operation takes any other. */
const listed = 200;

/** What its email begins as: the number of the one that is copied, or nothing. */
const emailOf = (copied: string) =>
  copied === ''
    ? ({ email_source: 'scratch' } as const)
    : ({ email_source: 'copy', email_id: Number(copied) } as const);

/** Makes a broadcast as a draft, and leads to it. */
export function NewBroadcastScreen() {
  const { route, query } = useLocation();
  const [name, setName] = useState('');
  const [segment, setSegment] = useState(query.segment ?? '');
  const [copied, setCopied] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const segments = useRead('list_segments', { limit: listed }).data?.segments;
  const emails = useRead('list_emails', { limit: listed }).data?.emails ?? [];

  async function create() {
    setBusy(true);
    setError(null);
    try {
      const { broadcast } = await perform('create_broadcast', {
        ...{ name: name.trim(), ...emailOf(copied) },
        ...(segment === '' ? {} : { segment }),
      });
      route(addressOf('broadcasts', String(broadcast.id)));
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  }

  return (
    <Screen
      title={t('broadcasts.new')}
      back={{ address: '/broadcasts', label: t('nav.broadcasts') }}
      lead={t('broadcasts.new.lead')}
    >
      <div class="stack">
        <ReachesNobody />
        {mayCall('create_broadcast') ? (
          <form
            class="card stack"
            onSubmit={(submitted) => {
              submitted.preventDefault();
              if (name.trim() !== '') void create();
            }}
          >
            <div class="field">
              <label for="broadcast-name">{t('broadcasts.new.name')}</label>
              <input
                id="broadcast-name"
                class="input"
                value={name}
                required
                autocomplete="off"
                placeholder={t('broadcasts.new.nameExample')}
                onInput={({ currentTarget }) => setName(currentTarget.value)}
              />
            </div>
            <div class="field">
              <label for="broadcast-segment">{t('broadcast.audience')}</label>
              <select
                id="broadcast-segment"
                class="input"
                value={segment}
                aria-describedby="broadcast-segment-hint"
                onChange={({ currentTarget }) => setSegment(currentTarget.value)}
              >
                <option value="">{t('broadcasts.new.later')}</option>
                {segments?.map(({ key, name: called }) => (
                  <option key={key} value={key}>
                    {called}
                  </option>
                ))}
              </select>
              <span class="hint" id="broadcast-segment-hint">
                {segments?.length === 0 ? (
                  <>
                    {t('broadcasts.new.noSegments')} <a href="/segments/new">{t('segments.new')}</a>
                  </>
                ) : (
                  t('broadcasts.new.segmentHint')
                )}
              </span>
            </div>
            <div class="field">
              <label for="broadcast-email">{t('broadcasts.new.email')}</label>
              <select
                id="broadcast-email"
                class="input"
                value={copied}
                aria-describedby="broadcast-email-hint"
                onChange={({ currentTarget }) => setCopied(currentTarget.value)}
              >
                <option value="">{t('broadcasts.new.blank')}</option>
                {emails.map((email) => (
                  <option key={email.id} value={String(email.id)}>
                    {t('broadcasts.new.copyOf', { title: email.title || email.subject })}
                  </option>
                ))}
              </select>
              <span class="hint" id="broadcast-email-hint">
                {t('broadcasts.new.emailHint')}
              </span>
            </div>
            {error !== null && <Problem error={error} />}
            <div class="form-foot">
              <SubmitButton isOff={isBusy}>{t('broadcasts.new.create')}</SubmitButton>
              <a class="button" href="/operations/create_broadcast">
                {t('broadcasts.new.all')}
              </a>
            </div>
          </form>
        ) : (
          <p class="note">
            {t('form.readOnly', { scope: outlineNamed('create_broadcast').scope })}
          </p>
        )}
      </div>
    </Screen>
  );
}
