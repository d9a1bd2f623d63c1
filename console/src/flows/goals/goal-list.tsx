import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { t, tn } from '../../platform/words.ts';
import { conditionText, durationText } from '../step-text.ts';

/** What reaches a goal, and until when, in one line. */
export function goalText(goal: Readonly<JsonObject>): string {
  const event = own(goal, 'event');
  const within = own(goal, 'within');
  const target = isObject(event)
    ? t(own(event, 'match') === undefined ? 'canvas.onEvent' : 'canvas.onEventMatching', {
        name: String(own(event, 'name') ?? '…'),
      })
    : conditionText(own(goal, 'condition'));
  const parts = [
    target,
    ...(within === undefined ? [] : [t('canvas.goal.within', { time: durationText(within) })]),
    ...(own(goal, 'exit') === false ? [t('canvas.goal.stays')] : []),
  ];
  return parts.join(', ');
}

interface GoalListProps {
  goals: unknown;
  /** Mails that count as converted, where that is known. */
  converted?: number;
}

/** The goals of a flow above its drawing; nothing where it has none (CON2-12). */
export function GoalList({ goals, converted }: GoalListProps) {
  const listed = Array.isArray(goals) ? goals.filter(isObject) : [];
  if (listed.length === 0) return null;
  return (
    <section class="goals" aria-label={t('canvas.goals')}>
      <ul class="plain row">
        {listed.map((goal, index) => (
          <li key={index} class="row tight">
            <span class="badge good">{String(own(goal, 'name') ?? '…')}</span>
            <span class="quiet-text small">{goalText(goal)}</span>
          </li>
        ))}
      </ul>
      {converted !== undefined && (
        <p class="small">{tn('canvas.converted.one', 'canvas.converted.other', converted)}</p>
      )}
    </section>
  );
}
