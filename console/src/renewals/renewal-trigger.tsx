import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { isObject, own } from '@postroad/core/platform/json';
import { valueWords } from '../operations/field-words.ts';
import { useRead } from '../platform/reads.ts';
import { language, t } from '../platform/words.ts';

type Flow = OperationOutput<'list_flows'>['flows'][number];

/**
 * When a flow reminds: in English the sentence of the service, in other languages a sentence made from
 * the trigger itself (CON-21).
 */
export function RenewalTrigger({ flow }: { flow: Flow }) {
  const isEnglish = language.value === 'en';
  const { data } = useRead('get_flow', isEnglish ? null : { flow_key: flow.key });
  if (isEnglish) return <>{flow.trigger.summary}</>;
  const trigger = data?.flow.definition.trigger;
  if (!isObject(trigger)) return null;
  const text = (key: string) => String(own(trigger, key) ?? '…');
  const days = Number(own(trigger, 'days_before'));
  const values = {
    product: text('product'),
    interval: valueWords(text('interval')),
    time: text('local_time'),
    zone: text('timezone'),
  };
  if (days === 0) return <>{t('renewals.onDay', values)}</>;
  return (
    <>{t(days === 1 ? 'renewals.dayBefore' : 'renewals.daysBefore', { ...values, n: days })}</>
  );
}
