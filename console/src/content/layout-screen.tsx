import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Deleted, isDeleted } from '../account/deleted.tsx';
import { mayCall } from '../operations/contracts.ts';
import { fieldWords } from '../operations/field-words.ts';
import { perform } from '../operations/perform.ts';
import { idIn } from '../operations/record-address.ts';
import { RecordActions } from '../operations/record-screen.tsx';
import { Absent, isGone } from '../platform/absent.tsx';
import { useRead } from '../platform/reads.ts';
import { Screen } from '../platform/screen.tsx';
import { UsedBy } from '../platform/used-by.tsx';
import { t } from '../platform/words.ts';
import { CodeEditor } from './editor/code-editor.tsx';
import { located } from './editor/issues.ts';
import { anybody, MailPreview, useReader } from './mail-preview.tsx';
import { Reaches } from './reaches.tsx';
import { Recompiling } from './recompiling.tsx';
import { SampleChoice, useSample } from './sample-email.tsx';
import { useNames } from './use-names.ts';
import { usePreview } from './use-preview.ts';
import { Versions } from './versions.tsx';
import { textField, useWorkingRecord } from './working-record.ts';
import { WritingForm } from './writing-form.tsx';

type Layout = OperationOutput<'get_layout'>['template'];
type Edits = Omit<OperationRequest<'update_layout'>, 'layout_id'>;

const members = ['html', 'css'] as const;
const fields = [...['name', ...members].map(textField), textField('theme')];

interface ThemeChoiceProps {
  chosen: string | null;
  isReadOnly: boolean;
  onChoose: (key: string | null) => void;
}

function ThemeChoice({ chosen, isReadOnly, onChoose }: ThemeChoiceProps) {
  const { data } = useRead('list_themes', { limit: 200 });
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{fieldWords('theme')}</label>
      <select
        id={id}
        class="input"
        value={chosen ?? ''}
        disabled={isReadOnly}
        onChange={({ currentTarget: { value } }) => onChoose(value === '' ? null : value)}
      >
        <option value="">{t('content.defaultTheme')}</option>
        {(data?.themes ?? []).map(({ key, name }) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

function useLayout(layout: Layout) {
  return useWorkingRecord<Layout, Edits>(
    layout,
    async (edits, { revision }) => {
      const input = { layout_id: layout.id, ...edits };
      return (await perform('update_layout', input, { ifRevision: [revision] })).template;
    },
    {},
  );
}

/** Writes a layout, with a mail in it as it would be sent. */
function LayoutEditor({ layout }: { layout: Layout }) {
  const work = useLayout(layout);
  const { base, edits } = work;
  const [reader, setReader] = useState(anybody);
  const sample = useSample(({ template_id }) =>
    template_id === null ? layout.is_default : template_id === layout.id,
  );
  const names = useNames();
  const isReadOnly = !mayCall('update_layout');
  const texts = { html: edits.html ?? base.html, css: edits.css ?? base.css };
  const theme = edits.theme === undefined ? base.theme : edits.theme;
  const as = useReader(reader);
  const live = usePreview(
    sample?.email
      ? {
          ...{ email_id: sample.email.id, template_id: layout.id, ...as },
          unsaved: { layout: { ...texts, theme } },
        }
      : null,
  );
  const issues = useMemo(() => {
    const of = (member: (typeof members)[number]) =>
      live.issues
        .filter(({ path }) => path === member)
        .map((issue) => located(texts[member], issue));
    return { html: of('html'), css: of('css') };
  }, [live.issues]);
  return (
    <WritingForm
      work={work}
      operation="update_layout"
      noun="layouts"
      record={layout.key}
      fields={fields}
      reaches={
        <Reaches
          name="update_layout"
          input={work.isEdited ? { layout_id: layout.id, ...edits } : null}
        />
      }
    >
      <div class="writing">
        <div class="stack">
          {members.map((member) => (
            <CodeEditor
              key={member}
              label={fieldWords(member)}
              kind={member}
              text={texts[member]}
              names={names}
              issues={issues[member]}
              isReadOnly={isReadOnly}
              onText={(text) => work.edit({ ...edits, [member]: text })}
            />
          ))}
          <p class="small quiet-text">{t('editor.hint')}</p>
          <ThemeChoice
            chosen={theme}
            isReadOnly={isReadOnly}
            onChoose={(key) => work.edit({ ...edits, theme: key })}
          />
        </div>
        <div class="stack">
          {sample !== null && <SampleChoice sample={sample} />}
          {sample?.email && <MailPreview live={live} reader={reader} onReader={setReader} />}
        </div>
      </div>
    </WritingForm>
  );
}

/** A layout: its HTML and CSS beside a mail in it, and what changed (CON2-01). */
export function LayoutScreen() {
  const { name = '' } = useRoute().params;
  const id = idIn(name);
  // Lists and the history name layouts by their key too.
  const listed = useRead('list_layouts', id === null ? { limit: 200 } : null);
  const named = id ?? listed.data?.templates.find(({ key }) => key === name)?.id ?? null;
  // A list names a deleted one no more, while it is still edited here.
  const [shown, setShown] = useState(named);
  const found = named ?? shown;
  useEffect(() => setShown(found), [found]);
  const { data, error } = useRead('get_layout', found === null ? null : { layout_id: found }, {
    with: ['emails'],
  });
  const isMissing = id === null && listed.data !== undefined && found === null;
  if (isMissing || isGone(error) || data === undefined) {
    const list = { address: '/layouts', label: t('nav.layouts') };
    return <Absent name={name} list={list} error={error} isMissing={isMissing} />;
  }
  const { template: layout, recompiling, where_used } = data;
  return (
    <Screen title={layout.name} back={{ address: '/layouts', label: t('nav.layouts') }}>
      <div class="stack">
        {recompiling && <Recompiling work={recompiling} />}
        <Deleted error={error} resource="templates" id={String(layout.id)} />
        <LayoutEditor key={layout.id} layout={layout} />
        <div class="email-halves">
          <UsedBy
            users={where_used.emails.map(({ id: email, name: own }) => ({
              name: own,
              address: `/emails/${email}`,
            }))}
            none={<p class="quiet-text">{t('content.unused')}</p>}
          />
          <Versions resource="templates" id={String(layout.id)} />
        </div>
        {!isDeleted(error) && (
          <details class="card">
            <summary>{t('record.actions')}</summary>
            <RecordActions name="get_layout" given={{ layout_id: String(layout.id) }} />
          </details>
        )}
      </div>
    </Screen>
  );
}
