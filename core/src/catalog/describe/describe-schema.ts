import { limits } from '../../platform/limits.ts';
import { nearest } from '../../platform/nearest.ts';
import { invalid } from '../../platform/refusal.ts';
import { conditions, segments } from './conditions.ts';
import { definitions } from './definitions.ts';
import { duration } from './duration.ts';
import { email } from './email.ts';
import { events } from './events.ts';
import { author, flow } from './flow.ts';
import { index } from './index-topic.ts';
import { issues } from './issues.ts';
import { limitsTopic } from './limits-topic.ts';
import { liquid } from './liquid.ts';
import { preferences } from './preferences.ts';
import { renewal } from './renewal.ts';
import { sendWindows } from './send-windows.ts';
import { settings } from './settings.ts';
import { steps } from './steps.ts';
import { theme } from './theme.ts';
import type { AccountNames, NameKind, Topic, TopicText } from './topic.ts';
import type { TopicName } from './topic-names.ts';
import { trigger } from './trigger.ts';

/** Every topic by its name; a missing one does not compile. */
export const topics: Readonly<Record<TopicName, Topic>> = {
  index,
  author,
  flow,
  steps,
  trigger,
  renewal,
  conditions,
  segments,
  duration,
  theme,
  settings,
  send_windows: sendWindows,
  preferences,
  liquid,
  email,
  events,
  definitions,
  issues,
  limits: limitsTopic,
};

/** Names of one kind in this account, as many as there is room for. */
export interface ListedNames {
  kind: NameKind;
  names: string[];
  /** False if there are more. */
  complete: boolean;
}

export interface SchemaAnswer extends TopicText {
  topic: TopicName;
  part: string | null;
  names: ListedNames[];
}

/**
 * Describes a topic in at most `limits.describeChars` characters of JSON: rules, keys, a valid
 * example, and as many of the account's names as fit. `names` holds at most `limits.describeNames`
 * of each kind. Throws a 422 for an unknown part of the topic.
 */
export function describeSchema(
  topic: TopicName,
  part: string | null,
  names: AccountNames,
): SchemaAnswer {
  const described = topics[topic];
  if (part !== null && !described.parts.includes(part)) throw partUnknown(topic, part);
  const usable: AccountNames = {
    event_types: names.event_types.filter(isShort),
    fields: names.fields.filter(({ key }) => isShort(key)),
    tags: names.tags.filter(isShort),
    themes: names.themes.filter(isShort),
    emails: names.emails.filter(({ title }) => isShort(title)),
    flows: names.flows.filter(isShort),
    products: names.products.filter(isShort),
    segments: names.segments.filter(isShort),
    sequences: names.sequences.filter(({ title }) => isShort(title)),
  };
  const text = { topic, part, ...described.text(usable, part) };
  return { ...text, names: listNames(namesFor(topic, part), usable, names, text) };
}

/** The kinds of names that help with a topic, or with a part of it. */
export function namesFor(topic: TopicName, part: string | null): readonly NameKind[] {
  const { names, partNames } = topics[topic];
  return part !== null && partNames && Object.hasOwn(partNames, part)
    ? (partNames[part] ?? names)
    : names;
}

/** Counts escapes, so that a name cannot exceed its room. */
function isShort(name: string): boolean {
  return JSON.stringify(name).length <= limits.describeNameChars + 2;
}

function partUnknown(topic: TopicName, part: string) {
  const { parts } = topics[topic];
  const near = nearest(part, parts);
  const hint = near ? ` Did you mean ${near}?` : '';
  const has =
    parts.length === 0
      ? 'has no parts; leave part out'
      : `has no part "${part.slice(0, 80)}", but ${parts.join(', ')}`;
  const message = `The topic ${topic} ${has}.${hint}`;
  const fix =
    parts.length === 0
      ? 'Leave part out.'
      : `Send part as one of ${parts.join(', ')}, or leave it out.`;
  return invalid([{ path: 'part', code: 'value_invalid', message, fix }]);
}

/** As a caller writes them: the id of an email, a field with its type. */
const written: { [Kind in NameKind]: (names: AccountNames) => string[] } = {
  event_types: (names) => names.event_types,
  fields: (names) => names.fields.map(({ key, type }) => `${key} (${type})`),
  tags: (names) => names.tags,
  themes: (names) => names.themes,
  emails: (names) => names.emails.map(({ id, title }) => `${id} ${title}`),
  flows: (names) => names.flows,
  products: (names) => names.products,
  segments: (names) => names.segments,
  sequences: (names) => names.sequences.map(({ id, title }) => `${id} ${title}`),
};

function listNames(
  kinds: readonly NameKind[],
  usable: AccountNames,
  all: AccountNames,
  text: object,
): ListedNames[] {
  const empty = kinds.map((kind) => ({ kind, names: [], complete: false }));
  let room = limits.describeChars - JSON.stringify({ ...text, names: empty }).length;
  return kinds.map((kind, index) => {
    let share = Math.floor(room / (kinds.length - index));
    const candidates = written[kind](usable);
    const names: string[] = [];
    for (const name of candidates) {
      const cost = JSON.stringify(name).length + 1;
      if (cost > share) break;
      names.push(name);
      share -= cost;
      room -= cost;
    }
    const held = all[kind].length;
    return { kind, names, complete: names.length === held && held < limits.describeNames };
  });
}
