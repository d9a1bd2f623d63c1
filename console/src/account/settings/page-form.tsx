import type { PreferenceToggle } from '@postroad/core/account/preference-toggle';
import type { Settings } from '@postroad/core/account/settings';
import { type PageLanguage, pageLanguages } from '@postroad/core/subscribers/pages/page-copy';
import { useState } from 'preact/hooks';
import { fieldWords } from '../../operations/field-words.ts';
import { MailFrame } from '../../people/mail-frame.tsx';
import { session } from '../../platform/session.ts';
import { language, t } from '../../platform/words.ts';
import { SelectControl, TextControl, TickControl } from './controls.tsx';
import { type Draft, SettingsForm } from './draft.tsx';
import { type PageState, pageStates, previewPage } from './preview-page.ts';

const preferencesKey = 'sending.subscription_preferences';

const unsubscribeTexts = [
  ...(['introduction', 'status', 'headline', 'confirmation', 'button_text', 'hint'] as const),
  ...(['resubscribed_status', 'resubscribed_headline', 'resubscribed_confirmation'] as const),
  ...(['resubscribed_button_text', 'resubscribed_hint'] as const),
];

const preferenceTexts = [
  ...(['preferences_label', 'unsubscribe_label', 'introduction'] as const),
  ...(['save_button_text', 'success_message'] as const),
];

const settingsOf = ({ values }: Draft) => values as unknown as Settings;

/** The tag that a toggle gives and takes; null where it does something else. */
function tagOfToggle({ condition, on, off }: PreferenceToggle): string | null {
  const asked = condition as { type?: string; tag?: string };
  const [gives] = on;
  const [takes] = off;
  const isPlain = on.length === 1 && off.length === 1 && asked.type === 'has_tag';
  if (!isPlain || gives?.type !== 'add_tag' || takes?.type !== 'remove_tag') return null;
  return gives.tag === asked.tag && takes.tag === asked.tag ? (asked.tag ?? '') : null;
}

/** A toggle by which a person has a tag or not. */
function withTag(toggle: PreferenceToggle, tag: string): PreferenceToggle {
  return {
    ...toggle,
    condition: { type: 'has_tag', tag },
    on: [{ type: 'add_tag', tag }],
    off: [{ type: 'remove_tag', tag }],
  };
}

function ToggleForm({
  toggle,
  at,
  draft,
  onToggle,
  onRemove,
}: {
  toggle: PreferenceToggle;
  at: string;
  draft: Draft;
  onToggle: (toggle: PreferenceToggle) => void;
  onRemove: () => void;
}) {
  const tag = tagOfToggle(toggle);
  return (
    <fieldset class="rule">
      <legend>{toggle.label || t('pages.toggle')}</legend>
      <div class="rule-fields">
        <TextControl
          label={t('pages.toggleLabel')}
          value={toggle.label}
          fault={draft.faultAt(`${at}.label`)}
          onValue={(label) => onToggle({ ...toggle, label })}
        />
        <TextControl
          label={t('pages.toggleAbout')}
          value={toggle.description ?? ''}
          fault={draft.faultAt(`${at}.description`)}
          onValue={(description) => onToggle({ ...toggle, description })}
        />
        {tag === null ? (
          <p class="small quiet-text">{t('pages.toggleOther')}</p>
        ) : (
          <TextControl
            label={t('pages.toggleTag')}
            hint={t('pages.toggleTagHint')}
            value={tag}
            fault={draft.faultAt(`${at}.condition.tag`)}
            onValue={(next) => onToggle(withTag(toggle, next))}
          />
        )}
      </div>
      <div class="row">
        <button
          type="button"
          class="button quiet"
          aria-label={t('windows.removeOf', { name: toggle.label })}
          onClick={onRemove}
        >
          {t('settings.remove')}
        </button>
      </div>
    </fieldset>
  );
}

/** The first id of a toggle that none has. */
function freeId(toggles: readonly PreferenceToggle[]): string {
  for (let n = toggles.length + 1; ; n += 1) {
    if (!toggles.some(({ id }) => id === `choice-${n}`)) return `choice-${n}`;
  }
}

function PreferenceFields({ draft }: { draft: Draft }) {
  const preferences = settingsOf(draft)[preferencesKey];
  const { toggles } = preferences;
  const put = (change: Partial<typeof preferences>) =>
    draft.set(preferencesKey, { ...preferences, ...change });
  const putToggles = (next: readonly PreferenceToggle[]) =>
    put({ toggles: next, enabled: preferences.enabled && next.length > 0 });
  const add = () => {
    const empty = { id: freeId(toggles), label: t('pages.newToggle') };
    const toggle = { ...empty, condition: { type: 'has_tag', tag: '' }, on: [], off: [] };
    putToggles([...toggles, withTag(toggle as unknown as PreferenceToggle, 'newsletter')]);
  };
  return (
    <>
      <h3>{t('pages.preferences')}</h3>
      <TickControl
        label={t('pages.enabled')}
        value={preferences.enabled}
        onValue={(enabled) => put({ enabled })}
      />
      {toggles.map((toggle, index) => (
        <ToggleForm
          key={toggle.id}
          {...{ toggle, draft }}
          at={`${preferencesKey}.toggles[${index}]`}
          onToggle={(next) => putToggles(toggles.with(index, next))}
          onRemove={() => putToggles(toggles.toSpliced(index, 1))}
        />
      ))}
      <div class="row">
        <button type="button" class="button" onClick={add}>
          {t('pages.addToggle')}
        </button>
      </div>
      <SelectControl
        label={t('pages.defaultTab')}
        value={preferences.default_tab}
        options={[
          ['unsubscribe', t('pages.state.unsubscribe')],
          ['preferences', t('pages.state.preferences')],
        ]}
        onValue={(default_tab) => put({ default_tab })}
      />
      <details>
        <summary>{t('pages.texts')}</summary>
        <div class="form">
          {preferenceTexts.map((key) => (
            <TextControl
              key={key}
              label={fieldWords(key)}
              value={preferences[key]}
              fault={draft.faultAt(`${preferencesKey}.${key}`)}
              onValue={(text) => put({ [key]: text })}
            />
          ))}
        </div>
      </details>
    </>
  );
}

/** A phone that shows the page as it would be, while it is edited. */
function Phone({ draft }: { draft: Draft }) {
  const preferences = settingsOf(draft)[preferencesKey];
  const [state, setState] = useState<PageState>(
    preferences.enabled ? 'preferences' : 'unsubscribe',
  );
  const [shown, setShown] = useState<PageLanguage>(
    pageLanguages.find((one) => one === language.value) ?? 'en',
  );
  const names = new Intl.DisplayNames([language.value], { type: 'language' });
  const html = previewPage({
    ...{ settings: settingsOf(draft), state, language: shown },
    sender: session.value?.account.name ?? '',
  });
  return (
    <section class="phone-side stack-tight" aria-labelledby="page-preview">
      <h2 id="page-preview">{t('pages.preview')}</h2>
      <nav class="row" aria-label={t('pages.states')}>
        {pageStates.map((one) => (
          <button
            key={one}
            type="button"
            class="button compact"
            aria-pressed={one === state}
            onClick={() => setState(one)}
          >
            {t(`pages.state.${one}`)}
          </button>
        ))}
      </nav>
      <SelectControl
        label={t('pages.language')}
        value={shown}
        options={pageLanguages.map((one) => [one, names.of(one) ?? one])}
        onValue={setShown}
      />
      <div class="phone">
        <MailFrame html={html} title={t('pages.preview')} pictures={false} />
      </div>
    </section>
  );
}

/** The pages that a link in a mail leads to, with a phone beside that shows them as they are edited. */
export function PageForm() {
  return (
    <SettingsForm
      title={t('pages.title')}
      lead={t('pages.lead')}
      aside={(draft) => <Phone draft={draft} />}
    >
      {(draft) => {
        const settings = settingsOf(draft);
        const colorKey = 'sending.unsubscribe_page.button_color';
        const urlKey = 'sending.unsubscribe_page_url';
        return (
          <>
            <TextControl
              label={fieldWords(colorKey)}
              hint={t('pages.colorHint')}
              value={settings[colorKey]}
              fault={draft.faultAt(colorKey)}
              onValue={(color) => draft.set(colorKey, color)}
            />
            <TextControl
              label={fieldWords(urlKey)}
              hint={t('pages.urlHint')}
              value={settings[urlKey]}
              fault={draft.faultAt(urlKey)}
              onValue={(url) => draft.set(urlKey, url)}
            />
            <PreferenceFields draft={draft} />
            <h3>{t('pages.unsubscribe')}</h3>
            <details>
              <summary>{t('pages.texts')}</summary>
              <div class="form">
                {unsubscribeTexts.map((part) => {
                  const key = `sending.unsubscribe_page.${part}` as const;
                  return (
                    <TextControl
                      key={key}
                      label={fieldWords(key)}
                      value={settings[key]}
                      fault={draft.faultAt(key)}
                      onValue={(text) => draft.set(key, text)}
                    />
                  );
                })}
              </div>
            </details>
          </>
        );
      }}
    </SettingsForm>
  );
}
