import type { OperationOutput, OperationRequest } from '@postroad/core/catalog/catalog';
import { positionSaid } from '@postroad/core/content/text/position-words';
import { useMemo, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso/router';
import { Deleted, isDeleted } from '../account/deleted.tsx';
import { mayCall } from '../operations/contracts.ts';
import { fieldWords } from '../operations/field-words.ts';
import { perform } from '../operations/perform.ts';
import { addressOf } from '../operations/record-address.ts';
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

type Component = OperationOutput<'get_component'>['component'];
type Edits = Omit<OperationRequest<'update_component'>, 'component_key'>;

const fields = ['name', 'html'].map(textField);

/** Writes a component, with a mail that has it; an email that has none shows it alone. */
function ComponentEditor({ component }: { component: Component }) {
  const { key, where_used: used } = component;
  const work = useWorkingRecord<Component, Edits>(
    component,
    async (edits, { revision }) => {
      const input = { component_key: key, ...edits };
      return (await perform('update_component', input, { ifRevision: [revision] })).component;
    },
    {},
  );
  const { base, edits } = work;
  const [reader, setReader] = useState(anybody);
  const sample = useSample(({ id }) => used.emails.some((email) => email.id === id));
  const names = useNames();
  const html = edits.html ?? base.html;
  const as = useReader(reader);
  const email = sample?.email ?? null;
  const isIn = email !== null && used.emails.some(({ id }) => id === email.id);
  const live = usePreview(
    email === null
      ? null
      : {
          ...{ email_id: email.id, ...as, unsaved: { component: { key, html } } },
          ...(!isIn && { body_markdown: `{% component "${key}" %}` }),
        },
  );
  const issues = useMemo(
    () =>
      live.issues
        .filter(
          ({ path, message, isError }) =>
            path === `components.${key}` || positionSaid(message)?.component === key || isError,
        )
        .map((issue) => located(html, issue, key)),
    [live.issues],
  );
  return (
    <WritingForm
      work={work}
      operation="update_component"
      noun="components"
      record={key}
      fields={fields}
      reaches={
        <Reaches
          name="update_component"
          input={work.isEdited ? { component_key: key, ...edits } : null}
        />
      }
    >
      <div class="writing">
        <div class="stack">
          <p class="quiet-text">
            <code>{`{% component "${key}" %}`}</code>
          </p>
          <CodeEditor
            label={fieldWords('html')}
            kind="html"
            text={html}
            names={names}
            issues={issues}
            isReadOnly={!mayCall('update_component')}
            onText={(text) => work.edit({ ...edits, html: text })}
          />
          <p class="small quiet-text">{t('editor.hint')}</p>
        </div>
        <div class="stack">
          {sample !== null && <SampleChoice sample={sample} />}
          {email !== null && <MailPreview live={live} reader={reader} onReader={setReader} />}
        </div>
      </div>
    </WritingForm>
  );
}

/** A component: its HTML beside a mail that has it, and what uses it (CON2-01). */
export function ComponentScreen() {
  const { name = '' } = useRoute().params;
  const { data, error } = useRead('get_component', { component_key: name }, { with: ['emails'] });
  if (isGone(error) || data === undefined) {
    const list = { address: '/components', label: t('nav.components') };
    return <Absent name={name} list={list} error={error} />;
  }
  const { component, recompiling } = data;
  const { emails, layouts, components } = component.where_used;
  const users = [
    ...emails.map(({ id, name: own }) => ({ name: own, address: addressOf('emails', String(id)) })),
    ...layouts.map(({ id, name: own }) => ({
      name: own,
      address: addressOf('layouts', String(id)),
    })),
    ...components.map(({ key, name: own }) => ({
      name: own,
      address: addressOf('components', key),
    })),
  ];
  return (
    <Screen title={component.name} back={{ address: '/components', label: t('nav.components') }}>
      <div class="stack">
        {recompiling && <Recompiling work={recompiling} />}
        <Deleted error={error} resource="components" id={component.key} />
        <ComponentEditor key={component.id} component={component} />
        <div class="email-halves">
          <UsedBy users={users} none={<p class="quiet-text">{t('content.unused')}</p>} />
          <Versions resource="components" id={component.key} />
        </div>
        {!isDeleted(error) && (
          <details class="card">
            <summary>{t('record.actions')}</summary>
            <RecordActions name="get_component" given={{ component_key: component.key }} />
          </details>
        )}
      </div>
    </Screen>
  );
}
