import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { renewalTriggerType } from '@postroad/core/flows/renewals/renewal-trigger';
import { dateTriggerType } from '@postroad/core/flows/triggers/date-trigger';
import { scheduleTriggerType } from '@postroad/core/flows/triggers/schedule-trigger';
import { segmentTriggerType } from '@postroad/core/flows/triggers/segment-trigger';
import { said, wordsUnder } from '../platform/words.ts';

type ListedTrigger = OperationOutput<'list_flows'>['flows'][number]['trigger'];
type Values = ListedTrigger['values'];

const counted = (days: number) => (days === 1 ? 'one' : 'other');

interface Sentences {
  name: string;
  /** The key of the sentence; null while something is missing. */
  key: (values: Values) => string | null;
}

/** What is said of each type of trigger. */
export const triggerSentences: Readonly<Record<string, Sentences>> = {
  event: {
    name: 'event',
    key: ({ event, match }) => (event === undefined ? null : match ? 'event.matching' : 'event'),
  },
  [renewalTriggerType]: {
    name: 'renewal',
    key: ({ days_before: days }) =>
      typeof days === 'number' ? `renewal.${days === 0 ? 'on' : counted(days)}` : null,
  },
  [dateTriggerType]: {
    name: 'date',
    key: ({ days_before: before, days_after: after }) => {
      const days = before ?? after;
      if (typeof days !== 'number') return null;
      if (days === 0) return 'date.on';
      return `date.${before === undefined ? 'after' : 'before'}.${counted(days)}`;
    },
  },
  [scheduleTriggerType]: { name: 'schedule', key: () => 'schedule' },
  [segmentTriggerType]: {
    name: 'segment',
    key: ({ on }) => (on === 'enters' || on === 'leaves' ? `segment.${on}` : null),
  },
};

function filledIn(values: Values): Record<string, string | number> {
  const { days_before, days_after, interval, repeat, local_time: time, timezone, ...rest } = values;
  const zone = timezone === 'person' ? (said('said.trigger.date.person') ?? timezone) : timezone;
  const every = repeat === 'yearly' ? (said('said.trigger.date.yearly') ?? '') : '';
  const days = days_before ?? days_after;
  return Object.fromEntries(
    Object.entries({
      ...rest,
      time,
      zone,
      days,
      every,
      interval: wordsUnder(`value.${interval}`) ?? interval,
    })
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, typeof value === 'number' ? value : String(value)]),
  );
}

/**
 * What starts a flow: in English the sentence of the service, in other languages one that is made from
 * the values of the trigger (CON-21).
 */
export function triggerSentence({ type, summary, values }: ListedTrigger): string {
  const sentences = Object.hasOwn(triggerSentences, type) ? triggerSentences[type] : undefined;
  const key = sentences?.key(values) ?? null;
  const whole = key === null ? null : said(`said.trigger.${key}`, filledIn(values));
  if (whole !== null && !/\{\w+\}/.test(whole)) return whole;
  return said(`said.trigger.${sentences?.name ?? 'unknown'}.incomplete`) ?? summary;
}
