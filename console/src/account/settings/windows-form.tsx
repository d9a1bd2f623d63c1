import { durationUnits } from '@postroad/core/platform/duration';
import { valueWords } from '../../platform/value-words.ts';
import { language, t } from '../../platform/words.ts';
import { SelectControl, TextControl } from './controls.tsx';
import { type Draft, SettingsForm } from './draft.tsx';

interface Rule {
  label: string | null;
  days: readonly number[];
  start: string;
  end: string;
  timezone?: 'person';
}

interface Cap {
  label?: string;
  max: number;
  per: { amount: number; unit: string };
  then: string;
}

const firstCap: Cap = {
  max: 3,
  per: { amount: 1, unit: 'weeks' },
  // biome-ignore lint/suspicious/noThenProperty: a rule of the setting has this key
  then: 'hold',
};

/** Monday first, as the week is read here; 0 is Sunday. */
const week = [1, 2, 3, 4, 5, 6, 0];

/** A Sunday. */
const someSunday = Date.UTC(2023, 0, 1);
const dayMs = 86_400_000;

function dayName(day: number, length: 'short' | 'long'): string {
  const form = new Intl.DateTimeFormat(language.value, { weekday: length, timeZone: 'UTC' });
  return form.format(someSunday + day * dayMs);
}

/** How much of a day has passed at a time of it, from 0 to 1. */
function partOfDay(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return Math.min(1, Math.max(0, (hours * 60 + minutes) / 1_440)) || 0;
}

/** When mail may leave in a week: a bar for each day. */
function Week({ rule }: { rule: Rule }) {
  const start = partOfDay(rule.start);
  const end = Math.max(start, partOfDay(rule.end));
  return (
    <svg class="week" viewBox="0 0 70 24" preserveAspectRatio="none" aria-hidden="true">
      {week.map((day, index) => (
        <g key={day}>
          <rect class="week-day" x={index * 10 + 0.5} y={0} width={9} height={24} rx={1} />
          {rule.days.includes(day) && (
            <rect
              class="week-open"
              x={index * 10 + 0.5}
              y={start * 24}
              width={9}
              height={(end - start) * 24}
              rx={1}
            />
          )}
        </g>
      ))}
    </svg>
  );
}

function RuleForm({
  rule,
  index,
  draft,
  onRule,
  onRemove,
}: {
  rule: Rule;
  index: number;
  draft: Draft;
  onRule: (rule: Rule) => void;
  onRemove: () => void;
}) {
  const at = `send_windows.rules[${index}]`;
  const name = rule.label ?? t('windows.all');
  return (
    <fieldset class="rule">
      <legend>{rule.label === null ? t('windows.forAll') : t('windows.forLabel', { name })}</legend>
      <div class="rule-fields">
        <TextControl
          label={t('windows.label')}
          hint={t('windows.labelHint')}
          value={rule.label ?? ''}
          fault={draft.faultAt(`${at}.label`)}
          onValue={(label) => onRule({ ...rule, label: label === '' ? null : label })}
        />
        <TextControl
          label={t('windows.start')}
          value={rule.start}
          fault={draft.faultAt(`${at}.start`)}
          onValue={(start) => onRule({ ...rule, start })}
        />
        <TextControl
          label={t('windows.end')}
          value={rule.end}
          fault={draft.faultAt(`${at}.end`)}
          onValue={(end) => onRule({ ...rule, end })}
        />
        <SelectControl
          label={t('windows.zone')}
          value={rule.timezone ?? 'account'}
          options={[
            ['account', t('windows.zone.account')],
            ['person', t('windows.zone.person')],
          ]}
          onValue={(zone) => {
            const { timezone: _, ...rest } = rule;
            onRule(zone === 'person' ? { ...rest, timezone: 'person' } : rest);
          }}
        />
      </div>
      <div class="rule-days">
        <fieldset class="choices" aria-label={t('windows.days', { name })}>
          {week.map((day) => (
            <label class="choice" key={day} title={dayName(day, 'long')}>
              <input
                type="checkbox"
                aria-label={dayName(day, 'long')}
                checked={rule.days.includes(day)}
                onChange={({ currentTarget: { checked } }) => {
                  const rest = rule.days.filter((one) => one !== day);
                  onRule({ ...rule, days: checked ? [...rest, day].toSorted() : rest });
                }}
              />
              {dayName(day, 'short')}
            </label>
          ))}
        </fieldset>
        <Week rule={rule} />
      </div>
      {draft.faultAt(`${at}.days`) !== null && (
        <p class="fault" role="alert">
          {draft.faultAt(`${at}.days`)}
        </p>
      )}
      <div class="row">
        <button
          type="button"
          class="button quiet"
          aria-label={t('windows.removeOf', { name })}
          onClick={onRemove}
        >
          {t('settings.remove')}
        </button>
      </div>
    </fieldset>
  );
}

/** When mail may leave, as rules with a week beside each. */
export function WindowsForm() {
  return (
    <SettingsForm title={t('windows.title')} lead={t('windows.lead')}>
      {(draft) => {
        const { rules } = draft.values.send_windows as { rules: Rule[] };
        const put = (next: readonly Rule[]) => draft.set('send_windows', { rules: next });
        return (
          <>
            {rules.length === 0 && <p class="note">{t('windows.none')}</p>}
            {rules.map((rule, index) => (
              <RuleForm
                key={index}
                {...{ rule, index, draft }}
                onRule={(next) => put(rules.with(index, next))}
                onRemove={() => put(rules.toSpliced(index, 1))}
              />
            ))}
            <div class="row">
              <button
                type="button"
                class="button"
                onClick={() =>
                  put([
                    ...rules,
                    { label: null, days: [1, 2, 3, 4, 5], start: '08:00', end: '18:00' },
                  ])
                }
              >
                {t('windows.add')}
              </button>
            </div>
          </>
        );
      }}
    </SettingsForm>
  );
}

function CapForm({
  cap,
  at,
  draft,
  onCap,
  onRemove,
}: {
  cap: Cap;
  at: string;
  draft: Draft;
  onCap: (cap: Cap) => void;
  onRemove: () => void;
}) {
  const name = cap.label ?? t('windows.all');
  return (
    <fieldset class="rule">
      <legend>
        {cap.label === undefined ? t('windows.forAll') : t('windows.forLabel', { name })}
      </legend>
      <div class="rule-fields">
        <TextControl
          label={t('windows.label')}
          hint={t('windows.labelHint')}
          value={cap.label ?? ''}
          fault={draft.faultAt(`${at}.label`)}
          onValue={(label) => {
            const { label: _, ...rest } = cap;
            onCap(label === '' ? rest : { label, ...rest });
          }}
        />
        <TextControl
          label={t('caps.max')}
          value={String(cap.max)}
          fault={draft.faultAt(`${at}.max`)}
          onValue={(max) => onCap({ ...cap, max: Number(max) })}
        />
        <TextControl
          label={t('caps.per')}
          value={String(cap.per.amount)}
          fault={draft.faultAt(`${at}.per.amount`)}
          onValue={(amount) => onCap({ ...cap, per: { ...cap.per, amount: Number(amount) } })}
        />
        <SelectControl
          label={t('tunables.unit')}
          value={cap.per.unit}
          options={durationUnits.map((unit) => [unit as string, valueWords(unit)])}
          onValue={(unit) => onCap({ ...cap, per: { ...cap.per, unit } })}
        />
        <SelectControl
          label={t('caps.then')}
          value={cap.then}
          options={[
            ['hold', t('caps.then.hold')],
            ['skip', t('caps.then.skip')],
          ]}
          // biome-ignore lint/suspicious/noThenProperty: a rule of the setting has this key
          onValue={(outcome) => onCap({ ...cap, then: outcome })}
        />
      </div>
      <div class="row">
        <button
          type="button"
          class="button quiet"
          aria-label={t('windows.removeOf', { name })}
          onClick={onRemove}
        >
          {t('settings.remove')}
        </button>
      </div>
    </fieldset>
  );
}

/** How many emails one person gets. */
export function CapsForm() {
  const key = 'sending.frequency_caps';
  return (
    <SettingsForm title={t('caps.title')} lead={t('caps.lead')}>
      {(draft) => {
        const caps = draft.values[key] as Cap[];
        const put = (next: readonly Cap[]) => draft.set(key, next);
        return (
          <>
            {caps.length === 0 && <p class="note">{t('caps.none')}</p>}
            {caps.map((cap, index) => (
              <CapForm
                key={index}
                {...{ cap, draft }}
                at={`${key}[${index}]`}
                onCap={(next) => put(caps.with(index, next))}
                onRemove={() => put(caps.toSpliced(index, 1))}
              />
            ))}
            <div class="row">
              <button type="button" class="button" onClick={() => put([...caps, firstCap])}>
                {t('caps.add')}
              </button>
            </div>
          </>
        );
      }}
    </SettingsForm>
  );
}
