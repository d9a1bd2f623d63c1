import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { themeFromAccent } from '@postroad/core/content/themes/from-accent';
import { useId, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Deleted, isDeleted } from '../account/deleted.tsx';
import { mayCall } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { RecordActions } from '../operations/record-screen.tsx';
import { Absent, isGone } from '../platform/absent.tsx';
import { inWords } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { t } from '../platform/words.ts';
import { anybody, MailPreview, useReader } from './mail-preview.tsx';
import { Reaches } from './reaches.tsx';
import { Recompiling } from './recompiling.tsx';
import { SampleChoice, useSample } from './sample-email.tsx';
import { colourIn, ThemeValue, type Values } from './theme-values.tsx';
import { usePreview } from './use-preview.ts';
import { Versions } from './versions.tsx';
import { textField, useWorkingRecord } from './working-record.ts';
import { WritingForm } from './writing-form.tsx';

type Theme = OperationOutput<'get_theme'>['theme'];
type Edits = Pick<OperationRequest<'update_theme'>, 'variables'>;

const groups = ['colors', 'buttons', 'typography', 'layout'] as const;
const fields = [{ ...textField('variables'), kind: 'json' as const }];

/** Begins a theme again from one colour (LEFT-11). */
function FromAccent({ begun, onValues }: { begun: string; onValues: (values: Values) => void }) {
  const [accent, setAccent] = useState(begun);
  const id = useId();
  return (
    <div class="card stack-tight">
      <h2>{t('theme.fromAccent')}</h2>
      <p class="quiet-text" id={`${id}-hint`}>
        {t('theme.fromAccentText')}
      </p>
      <div class="row">
        <span class="colour">
          <input
            type="color"
            aria-label={t('theme.accent')}
            aria-describedby={`${id}-hint`}
            value={accent}
            onInput={({ currentTarget: { value } }) => {
              setAccent(value);
              onValues(themeFromAccent(value));
            }}
          />
          <code>{accent}</code>
        </span>
        <button type="button" class="button" onClick={() => onValues(themeFromAccent(accent))}>
          {t('theme.useAccent')}
        </button>
      </div>
      <p class="small quiet-text">
        {t('theme.pages')} <a href="/settings?part=pages">{t('settings.part.pages')}</a>
      </p>
    </div>
  );
}

/** The emails that a layout with this theme holds, as far as they are listed. */
function useEmailsOf(theme: Theme) {
  const layouts = useRead('list_layouts', { limit: 200 }).data?.templates ?? [];
  const own = layouts.filter(({ resolved_theme }) => resolved_theme === theme.key);
  const ids = new Set(own.map(({ id }) => id));
  const hasDefault = own.some(({ is_default }) => is_default);
  return (layoutId: number | null) => (layoutId === null ? hasDefault : ids.has(layoutId));
}

/** Edits a theme by its variables, with a mail that changes as they do (CON2-05). */
function ThemeEditor({ theme }: { theme: Theme }) {
  const { key } = theme;
  const work = useWorkingRecord<Theme, Edits>(
    theme,
    async (edits, { revision }) =>
      (await perform('update_theme', { theme_key: key, ...edits }, { ifRevision: [revision] }))
        .theme,
    {},
  );
  const { base, edits } = work;
  const [reader, setReader] = useState(anybody);
  const vocabulary = useRead('list_themes', { limit: 200 }).data;
  const isOf = useEmailsOf(theme);
  const sample = useSample(({ template_id }) => isOf(template_id));
  const values: Values = { ...base.variables, ...edits.variables };
  const isReadOnly = !mayCall('update_theme');
  const as = useReader(reader);
  const live = usePreview(
    sample?.email
      ? {
          ...{ email_id: sample.email.id, ...as },
          // Whatever layout it is in, it is shown in this theme.
          unsaved: { layout: { theme: key }, theme: { key, variables: values } },
        }
      : null,
  );
  const set = (changed: Values) => work.edit({ variables: { ...edits.variables, ...changed } });
  const faultOf = (name: string) => {
    const issue = live.issues.find(({ path }) => path === `unsaved.theme.variables.${name}`);
    return issue === undefined ? null : inWords(issue.message);
  };
  return (
    <WritingForm
      work={work}
      operation="update_theme"
      noun="themes"
      record={key}
      fields={fields}
      reaches={
        <Reaches name="update_theme" input={work.isEdited ? { theme_key: key, ...edits } : null} />
      }
    >
      <div class="writing">
        <div class="stack">
          {!isReadOnly && (
            <FromAccent
              begun={colourIn(values, 'link_color', 'light').slice(0, 7)}
              onValues={set}
            />
          )}
          {groups.map((group) => (
            <section class="card" aria-labelledby={`theme-${group}`} key={group}>
              <h2 id={`theme-${group}`}>{t(`theme.group.${group}`)}</h2>
              {(vocabulary?.variables ?? [])
                .filter((variable) => variable.group === group)
                .map((variable) => (
                  <ThemeValue
                    key={variable.name}
                    variable={variable}
                    values={values}
                    fault={faultOf(variable.name)}
                    isReadOnly={isReadOnly}
                    stacks={vocabulary?.font_stacks ?? []}
                    onValue={(value) => set({ [variable.name]: value })}
                  />
                ))}
            </section>
          ))}
        </div>
        <div class="stack">
          {sample !== null && <SampleChoice sample={sample} />}
          {sample?.email && <MailPreview live={live} reader={reader} onReader={setReader} />}
        </div>
      </div>
    </WritingForm>
  );
}

/** A theme: its variables as controls beside a mail (CON2-05). */
export function ThemeScreen() {
  const { name = '' } = useRoute().params;
  const { data, error } = useRead('get_theme', { theme_key: name }, { with: ['emails'] });
  if (isGone(error) || data === undefined) {
    const list = { address: '/themes', label: t('nav.themes') };
    return <Absent name={name} list={list} error={error} />;
  }
  const { theme, recompiling } = data;
  return (
    <Screen title={theme.name} back={{ address: '/themes', label: t('nav.themes') }}>
      <div class="stack">
        {recompiling && <Recompiling work={recompiling} />}
        <Deleted error={error} resource="themes" id={theme.key} />
        <ThemeEditor key={theme.id} theme={theme} />
        <Versions resource="themes" id={theme.key} />
        {!isDeleted(error) && (
          <details class="card">
            <summary>{t('record.actions')}</summary>
            <RecordActions name="get_theme" given={{ theme_key: theme.key }} />
          </details>
        )}
      </div>
    </Screen>
  );
}
