import { isObject, own } from '@postroad/core/platform/json';
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
  return type === 'renewal' ? t('canvas.onRenewal') : typeof type === 'string' ? type : '…';
}
