import type { JsonObject } from '@postroad/core/platform/json';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { addressOf } from '../operations/record-address.ts';
import { type BackTo, Problem, Screen } from '../platform/screen.tsx';
import { SubmitButton } from '../platform/submit-button.tsx';
import { useUnsaved } from '../platform/unsaved.ts';
import { t } from '../platform/words.ts';
import { ConditionEditor } from './condition-editor.tsx';

/** What a new condition begins with: everybody who gets mail, from which people are narrowed. */
const begins: JsonObject = { all: [{ not: { type: 'suppressed' } }] };

/** Everybody with a tag who gets mail. */
const ofTag = (tag: string): JsonObject => ({
  all: [{ type: 'has_tag', tag }, { not: { type: 'suppressed' } }],
});

interface NewProps {
  title: string;
  back: BackTo;
  lead: string;
  operation: 'create_segment' | 'create_guard';
  /** Makes the record; answers its address. */
  create: (name: string, condition: JsonObject) => Promise<string>;
}

function NewCondition({ title, back, lead, operation, create }: NewProps) {
  const { route, query } = useLocation();
  const { tag = '' } = query;
  const [name, setName] = useState(tag);
  const [first] = useState(() => (tag === '' ? begins : ofTag(tag)));
  const [condition, setCondition] = useState(first);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  useUnsaved(name !== tag || condition !== first);

  async function run() {
    setBusy(true);
    setError(null);
    try {
      route(await create(name.trim(), condition));
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  }

  return (
    <Screen title={title} back={back} lead={lead}>
      {mayCall(operation) ? (
        <form
          class="stack"
          noValidate
          onSubmit={(event) => {
            event.preventDefault();
            if (name.trim() !== '') void run();
          }}
        >
          <div class="field">
            <label for="condition-name">{t('segments.name')}</label>
            <input
              id="condition-name"
              class="input"
              value={name}
              autocomplete="off"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
          </div>
          <section class="card">
            <ConditionEditor condition={condition} onCondition={setCondition} />
          </section>
          {error !== null && <Problem error={error} />}
          <div class="form-foot">
            <SubmitButton isOff={isBusy || name.trim() === ''}>{t('action.create')}</SubmitButton>
          </div>
        </form>
      ) : (
        <p class="note">{t('form.readOnly', { scope: outlineNamed(operation).scope })}</p>
      )}
    </Screen>
  );
}

/** Makes a segment with the builder (SCREEN-07). */
export function NewSegmentScreen() {
  return (
    <NewCondition
      title={t('segments.new')}
      back={{ address: '/segments', label: t('nav.segments') }}
      lead={t('segments.lead')}
      operation="create_segment"
      create={async (name, definition) => {
        const { segment } = await perform('create_segment', { name, definition });
        return addressOf('segments', segment.key);
      }}
    />
  );
}

/** Makes a guard with the builder; it begins turned off. */
export function NewGuardScreen() {
  return (
    <NewCondition
      title={t('segments.newGuard')}
      back={{ address: '/guards', label: t('nav.guards') }}
      lead={t('segments.newGuardText')}
      operation="create_guard"
      create={async (name, condition) => {
        const { guard } = await perform('create_guard', { name, condition, enabled: false });
        return addressOf('guards', guard.key);
      }}
    />
  );
}
