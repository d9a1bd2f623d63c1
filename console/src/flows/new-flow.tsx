import { slugOf } from '@postroad/core/flows/definition/slug';
import type { JsonObject } from '@postroad/core/platform/json';
import { useState } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { mayCall, outlineNamed } from '../operations/contracts.ts';
import { perform } from '../operations/perform.ts';
import { addressOf } from '../operations/record-address.ts';
import { problemCode } from '../platform/call.ts';
import { useRead } from '../platform/reads.ts';
import { Problem, Screen } from '../platform/screen.tsx';
import { SubmitButton } from '../platform/submit-button.tsx';
import { t } from '../platform/words.ts';

const runPolicies = ['single_run', 'repeat'] as const;
type RunPolicy = (typeof runPolicies)[number];

/** The most keys that are tried for a name that makes none. */
const keysTried = 50;

/** Makes it under the key of its name; a name without Latin letters gets the first that is free. */
async function createFlow(
  key: string,
  flow: { name: string; run_policy: RunPolicy; definition: Readonly<JsonObject> },
) {
  if (key !== '') return perform('create_flow', { key, ...flow });
  for (let n = 1; ; n += 1) {
    try {
      return await perform('create_flow', { key: n === 1 ? 'flow' : `flow-${n}`, ...flow });
    } catch (error) {
      if (problemCode(error) !== 'conflict' || n === keysTried) throw error;
    }
  }
}

/** How often the flow takes a person; otherwise it is found out when a second event starts nothing. */
function RunPolicyChoice(props: { chosen: RunPolicy; onChoose: (policy: RunPolicy) => void }) {
  return (
    <fieldset class="field">
      <legend>{t('flows.new.policy')}</legend>
      {runPolicies.map((policy) => (
        <label class="choice" key={policy}>
          <input
            type="radio"
            name="flow-policy"
            checked={props.chosen === policy}
            onChange={() => props.onChoose(policy)}
          />
          {t(`flows.new.policy.${policy}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** Makes a flow that an event starts, and leads to its canvas to add steps. */
export function NewFlowScreen() {
  const { route, query } = useLocation();
  const [name, setName] = useState('');
  const [event, setEvent] = useState(query.event ?? '');
  const [policy, setPolicy] = useState<RunPolicy>('single_run');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const types =
    useRead('list_event_types', {
      limit: 20,
      ...(event.trim() === '' ? {} : { q: event.trim() }),
    }).data?.event_types ?? [];
  const slug = slugOf(name);
  // Flows can be addressed by id too, so a key is never a number.
  const key = /^\d*$/.test(slug) ? '' : slug;
  const isReady = name.trim() !== '' && event.trim() !== '';

  async function create() {
    setBusy(true);
    setError(null);
    try {
      const definition = { trigger: { event: event.trim() }, nodes: [] };
      const begun = { name: name.trim(), run_policy: policy, definition };
      const { flow } = await createFlow(key, begun);
      route(`${addressOf('flows', flow.key)}?layer=edit`);
    } catch (caught) {
      setError(caught);
      setBusy(false);
    }
  }

  return (
    <Screen
      title={t('flows.new')}
      back={{ address: '/flows', label: t('nav.flows') }}
      lead={t('flows.new.lead')}
    >
      {mayCall('create_flow') ? (
        <form
          class="card stack"
          onSubmit={(submitted) => {
            submitted.preventDefault();
            if (isReady) void create();
          }}
        >
          <div class="field">
            <label for="flow-name">{t('flows.new.name')}</label>
            <input
              id="flow-name"
              class="input"
              value={name}
              required
              autocomplete="off"
              placeholder={t('flows.new.nameExample')}
              aria-describedby="flow-key"
              onInput={({ currentTarget }) => setName(currentTarget.value)}
            />
            <span class="hint" id="flow-key">
              {key === '' ? t('flows.new.keyHint') : t('flows.new.key', { key })}
            </span>
          </div>
          <div class="field">
            <label for="flow-event">{t('flows.new.event')}</label>
            <input
              id="flow-event"
              class="input"
              list="flow-events"
              value={event}
              required
              autocomplete="off"
              spellcheck={false}
              placeholder="signed_up"
              aria-describedby="flow-event-hint"
              onInput={({ currentTarget }) => setEvent(currentTarget.value)}
            />
            <datalist id="flow-events">
              {types.map(({ name: known }) => (
                <option key={known} value={known} />
              ))}
            </datalist>
            <span class="hint" id="flow-event-hint">
              {t('flows.new.eventHint')}
            </span>
          </div>
          <RunPolicyChoice chosen={policy} onChoose={setPolicy} />
          {error !== null && <Problem error={error} />}
          <div class="form-foot">
            <SubmitButton isOff={isBusy}>{t('flows.new.create')}</SubmitButton>
            <a class="button" href="/operations/create_flow">
              {t('flows.new.json')}
            </a>
          </div>
        </form>
      ) : (
        <p class="note">{t('form.readOnly', { scope: outlineNamed('create_flow').scope })}</p>
      )}
    </Screen>
  );
}
