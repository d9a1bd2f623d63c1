import { isObject, type JsonObject, own } from '@postroad/core/platform/json';
import { choiceWords, typeWords } from '../conditions/condition-words.ts';
import { language, number, t, tn } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { emailTitle, sequenceTitle } from './record-titles.ts';
import type { ArmNode, StepNode } from './steps.ts';

export function armLabel({ arm, key }: Pick<ArmNode, 'arm' | 'key'>): string {
  return key === null ? arm : t(`canvas.arm.${key}`);
}

function splitText(step: JsonObject): string {
  const arms = own(step, 'arms');
  const texts = (Array.isArray(arms) ? arms : []).map((arm: unknown) =>
    isObject(arm) ? `${String(arm.name ?? '…')} ${String(arm.weight ?? '…')}` : '…',
  );
  return texts.join(' · ') || '…';
}

const units: Readonly<Record<string, readonly [WordKey, WordKey]>> = {
  minutes: ['canvas.minutes.one', 'canvas.minutes.other'],
  hours: ['canvas.hours.one', 'canvas.hours.other'],
  days: ['canvas.days.one', 'canvas.days.other'],
  weeks: ['canvas.weeks.one', 'canvas.weeks.other'],
};

export function durationText(value: unknown): string {
  if (!isObject(value)) return '…';
  const { amount, unit, setting } = value;
  if (typeof setting === 'string') return t('canvas.setting', { name: setting });
  const words = units[String(unit)];
  if (typeof amount !== 'number') return '…';
  return words === undefined ? `${number(amount)} ${unit}` : tn(words[0], words[1], amount);
}

/** 1970-01-04 was a Sunday, the day 0. */
function weekday(day: number): string {
  const format = new Intl.DateTimeFormat(language.value, { weekday: 'short', timeZone: 'UTC' });
  return Number.isInteger(day) ? format.format(new Date(Date.UTC(1970, 0, 4 + day))) : '…';
}

function delayText(step: JsonObject): string {
  const until = own(step, 'until');
  if (isObject(until)) {
    const days = Array.isArray(until.weekdays) ? until.weekdays : [];
    const on = days.map((day) => weekday(Number(day))).join(', ');
    return [t('canvas.untilTime', { time: String(until.local_time ?? '…') }), on]
      .filter(Boolean)
      .join(', ');
  }
  const date = own(step, 'until_field');
  if (!isObject(date)) return durationText(own(step, 'duration'));
  const side = isObject(date.before) ? 'before' : 'after';
  const time = durationText(date[side]);
  return t(side === 'before' ? 'canvas.beforeField' : 'canvas.afterField', {
    time,
    field: String(date.field ?? '…'),
  });
}

function waitText(step: JsonObject): string {
  const wait = own(step, 'wait_for');
  const event = isObject(wait) ? own(wait, 'event') : undefined;
  const what = isObject(event) ? t('canvas.waitEvent', { name: String(event.name ?? '…') }) : '';
  const bound = own(step, 'expires_after');
  const most = isObject(bound) ? t('canvas.atMost', { time: durationText(bound) }) : '';
  return [what || t('canvas.waitCondition'), most].filter(Boolean).join(', ');
}

/** A key of a condition: records by name, and days as days. */
function keyText(key: string, value: unknown): string {
  if (key === 'op') return choiceWords(String(value));
  if (key === 'email_id') return t('canvas.quoted', { title: emailTitle(value) });
  if (key === 'sequence_id') return t('canvas.quoted', { title: sequenceTitle(value) });
  if (key !== 'within_days') return String(value);
  return tn('canvas.withinDays.one', 'canvas.withinDays.other', Number(value));
}

/** The parts that a group lists; none for one condition, or for a group of one. */
function listed(condition: unknown): unknown[] {
  const members = isObject(condition) ? (own(condition, 'all') ?? own(condition, 'any')) : null;
  return Array.isArray(members) && members.length > 1 ? members : [];
}

/** A part of a condition; in brackets where several are within it, which else would read as others. */
function partText(part: unknown): string {
  return listed(part).length > 0 ? `(${conditionText(part)})` : conditionText(part);
}

/** A condition in one line. */
export function conditionText(condition: unknown): string {
  if (!isObject(condition)) return '…';
  const { all, any, not, type } = condition;
  if (Array.isArray(all)) return all.map(partText).join(` ${t('canvas.and')} `) || '…';
  if (Array.isArray(any)) return any.map(partText).join(` ${t('canvas.or')} `) || '…';
  if (not !== undefined) return `${t('canvas.not')} ${partText(not)}`;
  const rest = Object.entries(condition)
    .filter(([key]) => key !== 'type')
    .toSorted(([one], [other]) => Number(one === 'within_days') - Number(other === 'within_days'))
    .map(([key, value]) => (isObject(value) ? `(${conditionText(value)})` : keyText(key, value)));
  const says = typeof type !== 'string' || type === 'field' ? [] : [typeWords(type)];
  return [...says, ...rest].join(' ').trim() || '…';
}

function callText(step: JsonObject): string {
  const wait = own(step, 'wait');
  const time = isObject(wait) ? durationText(own(wait, 'timeout')) : null;
  const most = time === null ? '' : t('canvas.atMost', { time });
  return [String(own(step, 'endpoint') ?? '…'), most].filter(Boolean).join(', ');
}

/** One line that says what a step does. */
export function stepText({ type, step }: StepNode): string {
  const text = (key: string) => String(own(step, key) ?? '') || '…';
  switch (type) {
    case 'send_email':
      return own(step, 'email_id') === undefined ? '…' : emailTitle(own(step, 'email_id'));
    case 'delay':
      return delayText(step);
    case 'gate':
      return waitText(step);
    case 'if_else':
      return conditionText(own(step, 'condition'));
    case 'split':
      return splitText(step);
    case 'add_tag':
    case 'remove_tag':
      return text('tag');
    case 'set_field':
      return `${text('field')} = ${text('value')}`;
    case 'fire_event':
      return text('event');
    case 'call_webhook':
      return callText(step);
    case 'start_sequence':
      return own(step, 'sequence_id') === undefined ? '…' : sequenceTitle(own(step, 'sequence_id'));
    default:
      return '';
  }
}

/** Steps whose sentence of the service has the number of a record, which says nothing to people. */
const numbered: ReadonlySet<string> = new Set(['send_email', 'start_sequence']);

/**
 * What a live step does: in English the sentence of the service, in other languages one that is made
 * from the step itself (CON-21).
 */
export function liveText(node: StepNode, summary: string | undefined): string {
  const isOwn = language.value !== 'en' || numbered.has(node.type);
  return isOwn ? stepText(node) : (summary ?? '');
}
