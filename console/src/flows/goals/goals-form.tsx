import { durationUnits } from '@postroad/core/platform/duration';
import { isObject, type JsonObject } from '@postroad/core/platform/json';
import { limits } from '@postroad/core/platform/limits';
import { t } from '../../platform/words.ts';
import { spec, TextOf, withKey } from '../fields/controls.tsx';
import { MatchOf } from '../fields/match-of.tsx';
import { ConditionOf } from '../step-form.tsx';

interface OneGoalProps {
  goal: Readonly<JsonObject>;
  onChange: (goal: JsonObject) => void;
  onRemove: () => void;
}

/** One goal: its name, what reaches it, until when, and whether people leave by it. */
function GoalForm({ goal, onChange, onRemove }: OneGoalProps) {
  const event = isObject(goal.event) ? goal.event : {};
  const within = isObject(goal.within) ? goal.within : {};
  const kind = 'condition' in goal ? 'condition' : 'event';
  const { event: _event, condition: _condition, ...rest } = goal;
  const choose = (next: unknown) => {
    if (next === kind) return;
    onChange(next === 'condition' ? { ...rest, condition: {} } : { ...rest, event: { name: '' } });
  };
  return (
    <fieldset class="stack-tight field-group">
      <TextOf
        field={spec('name', 'text', { required: true, description: t('canvas.hint.goal') })}
        value={goal.name}
        onValue={(name) => onChange({ ...goal, name: name ?? '' })}
      />
      <TextOf
        field={spec('type', 'choice', { required: true, choices: ['event', 'condition'] })}
        value={kind}
        onValue={choose}
      />
      {kind === 'event' ? (
        <>
          <TextOf
            field={spec('event', 'text', { required: true })}
            value={event.name}
            onValue={(name) => onChange({ ...goal, event: { ...event, name: name ?? '' } })}
          />
          <MatchOf
            field={spec('match', 'json')}
            value={event.match}
            onValue={(match) => onChange({ ...goal, event: withKey(event, 'match', match) })}
          />
        </>
      ) : (
        <ConditionOf
          value={goal.condition}
          onValue={(condition) => onChange({ ...goal, condition: condition ?? {} })}
        />
      )}
      <TextOf
        field={spec('within', 'number', { description: t('canvas.hint.within') })}
        value={within.amount}
        onValue={(amount) =>
          onChange(
            withKey(
              goal,
              'within',
              amount === undefined
                ? undefined
                : { amount: Number(amount), unit: within.unit ?? 'days' },
            ),
          )
        }
      />
      {within.amount !== undefined && (
        <TextOf
          field={spec('unit', 'choice', { required: true, choices: durationUnits })}
          value={within.unit}
          onValue={(unit) => onChange({ ...goal, within: { ...within, unit } })}
        />
      )}
      <label class="row tight">
        <input
          type="checkbox"
          name="exit"
          checked={goal.exit !== false}
          onChange={({ currentTarget: { checked } }) =>
            onChange(withKey(goal, 'exit', checked ? undefined : false))
          }
        />
        {t('canvas.goal.exits')}
      </label>
      <button type="button" class="button" onClick={onRemove}>
        {t('canvas.removeGoal')}
      </button>
    </fieldset>
  );
}

interface GoalsFormProps {
  value: unknown;
  /** Undefined where no goal is left. */
  onChange: (goals: unknown[] | undefined) => void;
}

/** The goals of a flow, in the panel of its trigger. */
export function GoalsForm({ value, onChange }: GoalsFormProps) {
  const goals: readonly unknown[] = Array.isArray(value) ? value : [];
  return (
    <fieldset class="stack-tight field-group">
      <legend>{t('canvas.goals')}</legend>
      {goals.map((goal, index) => (
        <GoalForm
          key={index}
          goal={isObject(goal) ? goal : {}}
          onChange={(next) => onChange(goals.map((one, at) => (at === index ? next : one)))}
          onRemove={() => {
            const left = goals.filter((_, at) => at !== index);
            onChange(left.length === 0 ? undefined : left);
          }}
        />
      ))}
      {goals.length < limits.goalsPerFlow && (
        <button
          type="button"
          class="button"
          onClick={() => onChange([...goals, { name: '', event: { name: '' } }])}
        >
          {t('canvas.addGoal')}
        </button>
      )}
    </fieldset>
  );
}
