import { durationUnits } from '@postroad/core/platform/duration';
import { useState } from 'preact/hooks';
import { addressOf } from '../../operations/record-address.ts';
import { Problem } from '../../platform/screen.tsx';
import { valueWords } from '../../platform/value-words.ts';
import { t, tn } from '../../platform/words.ts';
import { SelectControl, TextControl } from './controls.tsx';
import { type Draft, SettingsForm } from './draft.tsx';
import { type TunableUse, useTunableUses } from './tunable-uses.ts';

type Tunables = Readonly<Record<string, { amount: number; unit: string }>>;

/** The steps that wait for a tunable, with who is on them now. */
function Uses({ uses }: { uses: readonly TunableUse[] | null }) {
  if (uses === null) return null;
  if (uses.length === 0) return <p class="small quiet-text">{t('tunables.unused')}</p>;
  return (
    <ul class="uses small">
      {uses.map(({ flow, flowName, step, people }) => (
        <li key={`${flow} ${step}`}>
          <a href={addressOf('flows', flow)}>{flowName}</a>: {step} ·{' '}
          {tn('tunables.people.one', 'tunables.people.other', people)}
        </li>
      ))}
    </ul>
  );
}

function NewTunable({ draft, tunables }: { draft: Draft; tunables: Tunables }) {
  const [name, setName] = useState('');
  const isTaken = Object.hasOwn(tunables, name);
  const isName = /^[\w-]+$/.test(name);
  return (
    <div class="rule-fields">
      <TextControl
        label={t('tunables.newName')}
        hint={t('tunables.nameHint')}
        fault={isTaken ? t('tunables.taken') : null}
        value={name}
        onValue={setName}
      />
      <div class="field-button">
        <button
          type="button"
          class="button"
          disabled={!isName || isTaken}
          onClick={() => {
            draft.set('tunables', { ...tunables, [name]: { amount: 1, unit: 'days' } });
            setName('');
          }}
        >
          {t('tunables.add')}
        </button>
      </div>
    </div>
  );
}

/** Named times, each with the steps that wait for it and the people on them. */
export function TunablesForm() {
  const { uses, error } = useTunableUses();
  return (
    <SettingsForm title={t('tunables.title')} lead={t('tunables.lead')}>
      {(draft) => {
        const tunables = draft.values.tunables as Tunables;
        const put = (next: Tunables) => draft.set('tunables', next);
        return (
          <>
            {Object.keys(tunables).length === 0 && <p class="note">{t('tunables.none')}</p>}
            {Object.entries(tunables).map(([name, duration]) => (
              <fieldset class="rule" key={name}>
                <legend>
                  <code>{name}</code>
                </legend>
                <div class="rule-fields">
                  <TextControl
                    label={t('tunables.amount')}
                    fault={draft.faultAt(`tunables.${name}.amount`)}
                    value={String(duration.amount)}
                    onValue={(amount) =>
                      put({ ...tunables, [name]: { ...duration, amount: Number(amount) } })
                    }
                  />
                  <SelectControl
                    label={t('tunables.unit')}
                    value={duration.unit}
                    options={durationUnits.map((unit) => [unit as string, valueWords(unit)])}
                    onValue={(unit) => put({ ...tunables, [name]: { ...duration, unit } })}
                  />
                  <div class="field-button">
                    <button
                      type="button"
                      class="button quiet"
                      aria-label={t('windows.removeOf', { name })}
                      onClick={() => {
                        const { [name]: _, ...rest } = tunables;
                        put(rest);
                      }}
                    >
                      {t('settings.remove')}
                    </button>
                  </div>
                </div>
                <Uses uses={uses === null ? null : (uses.get(name) ?? [])} />
              </fieldset>
            ))}
            {error !== null && <Problem error={error} />}
            <NewTunable draft={draft} tunables={tunables} />
          </>
        );
      }}
    </SettingsForm>
  );
}
