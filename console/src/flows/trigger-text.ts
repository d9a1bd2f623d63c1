import { renewalTriggerType } from '@postroad/core/flows/renewals/renewal-trigger';
import { dateTriggerType } from '@postroad/core/flows/triggers/date-trigger';
import { scheduleTriggerType } from '@postroad/core/flows/triggers/schedule-trigger';
import { segmentTriggerType } from '@postroad/core/flows/triggers/segment-trigger';
import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { t } from '../platform/words.ts';

/** What starts a flow, in one line. */
export function triggerText(trigger: unknown): string {
  if (!isObject(trigger)) return '…';
  const label = own(trigger, 'label');
  if (typeof label === 'string' && label !== '') return label;
  const event = own(trigger, 'event');
  if (typeof event === 'string' && event !== '') {
    return own(trigger, 'match') === undefined
      ? t('canvas.onEvent', { name: event })
      : t('canvas.onEventMatching', { name: event });
  }
  const type = own(trigger, 'type');
  if (type === renewalTriggerType) return t('canvas.onRenewal');
  if (type === dateTriggerType) return dateText(trigger);
  if (type === scheduleTriggerType) {
    return t('canvas.onSchedule', { name: String(own(trigger, 'segment') ?? '…') });
  }
  if (type === segmentTriggerType) {
    const name = String(own(trigger, 'segment') ?? '…');
    return t(own(trigger, 'on') === 'leaves' ? 'canvas.onLeave' : 'canvas.onEnter', { name });
  }
  return typeof type === 'string' ? type : '…';
}

function dateText(trigger: JsonObject): string {
  const name = String(own(trigger, 'field') ?? '…');
  const before = own(trigger, 'days_before');
  const after = own(trigger, 'days_after');
  const days = Number(before ?? after ?? 0);
  if (days === 0) return t('canvas.onDate', { name });
  const [one, other] =
    before === undefined
      ? (['canvas.dayAfter', 'canvas.daysAfter'] as const)
      : (['canvas.dayBefore', 'canvas.daysBefore'] as const);
  return t(days === 1 ? one : other, { n: days, name });
}
