import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { typeLabel } from '../flows/type-label.ts';
import { ownText } from '../platform/sentences.ts';
import { withTimes } from '../platform/times.ts';
import { said, t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';

export type Entry = OperationOutput<'get_timeline'>['timeline'][number];

/** What happened, as a sentence, and where more about it is. */
export interface Sentence {
  text: string;
  address: string | null;
  /** The mail that can be opened. */
  sendId: number | null;
  /** Words of somebody else, or data, shown below. */
  more: string | null;
  tone: 'good' | 'bad' | 'warn' | null;
}

const sendTones: Readonly<Record<string, Sentence['tone']>> = {
  sent: 'good',
  failed: 'bad',
  uncertain: 'warn',
  holding: 'warn',
};

/** Statuses of mail that the provider got, or may have got. */
const tried: readonly string[] = ['sent', 'uncertain'];

/** What the service records of itself, with the details that need no line beside its sentence. */
const ownEvents = {
  tag_added: ['tag'],
  tag_removed: ['tag'],
  field_changed: ['key'],
  unsubscribed: ['how', 'email_id', 'send_id'],
  resubscribed: ['how', 'email_id', 'send_id'],
  sequence_completed: ['name', 'sequence_id'],
  signed_up_by_form: ['form'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

function isOwnEvent(name: string): name is keyof typeof ownEvents {
  return Object.hasOwn(ownEvents, name);
}

function sentenceOfEvent({ name, source, details, historical }: Extract<Entry, { kind: 'event' }>) {
  if (source !== 'service' || historical || !isOwnEvent(name)) {
    const text = t(historical ? 'person.event.historical' : 'person.event', { name });
    return { text, more: detailsText(details) };
  }
  const values = Object.entries(details).map(([key, value]) => [key, String(value)] as const);
  const said: readonly string[] = ownEvents[name];
  const rest = Object.entries(details).filter(
    ([key, value]) => !said.includes(key) && value !== null,
  );
  return {
    text: t(`person.did.${name}`, Object.fromEntries(values)),
    more: detailsText(Object.fromEntries(rest)),
  };
}

function detailsText(details: Readonly<Record<string, unknown>>): string | null {
  const entries = Object.entries(details);
  if (entries.length === 0) return null;
  return entries
    .map(
      ([name, value]) =>
        `${name}: ${typeof value === 'object' ? JSON.stringify(value) : withTimes(String(value))}`,
    )
    .join('\n');
}

function flowAddress(key: string): string {
  return `/flows/${encodeURIComponent(key)}`;
}

function sentenceOfSend(entry: Extract<Entry, { kind: 'send' }>): Sentence {
  const { email, source, status, reason, id } = entry;
  const isMessage = source.kind === 'message';
  const named = source.name === null ? '' : t('person.from', { source: source.name });
  const from = isMessage ? t('person.asMessage') : named;
  return {
    text: `${t(`person.send.${status}`, { email: email.title })}${from}`,
    // A message may have words of its own, and no email.
    address: isMessage ? `/records/messages/${id}` : `/emails/${email.id}`,
    sendId: tried.includes(status) ? id : null,
    more: reason === null ? null : ownText(reason),
    tone: sendTones[status] ?? null,
  };
}

/** An entry of the timeline as a sentence (SCREEN-06). */
export function sentenceOf(entry: Entry): Sentence {
  const plain = { address: null, sendId: null, more: null, tone: null };
  switch (entry.kind) {
    case 'event':
      return { ...plain, ...sentenceOfEvent(entry) };
    case 'run_started':
      return {
        ...plain,
        text: t('person.run.started', { flow: entry.flow.name }),
        address: flowAddress(entry.flow.key),
      };
    case 'run_ended':
      return {
        ...plain,
        text: t(`person.run.${entry.status}` as WordKey, { flow: entry.flow.name }),
        address: flowAddress(entry.flow.key),
        more: entry.reason === null ? null : withTimes(ownText(entry.reason)),
      };
    case 'step': {
      // A step without a name of its own is called by its type, and one that is gone by its number.
      const number = entry.step_id?.slice(entry.flow.key.length + 1);
      const step = typeLabel(entry.step_name ?? number ?? '?');
      const outcome = said(`said.outcome.${entry.outcome}`) ?? entry.outcome;
      const arm = said(`said.branch.${entry.arm}`) ?? entry.arm ?? '';
      const values = { flow: entry.flow.name, step, outcome, arm };
      return {
        ...plain,
        text: t(entry.arm === null ? 'person.step' : 'person.step.arm', values),
        address: flowAddress(entry.flow.key),
        more: entry.reason === null ? null : withTimes(ownText(entry.reason)),
        tone: entry.outcome === 'ran' ? null : 'warn',
      };
    }
    case 'sequence_started':
      return {
        ...plain,
        text: t('person.sequence', { sequence: entry.sequence.name }),
        address: `/sequences/${entry.sequence.id}`,
      };
    case 'send':
      return sentenceOfSend(entry);
    case 'opened':
    case 'clicked':
      return {
        ...plain,
        text: t(entry.kind === 'opened' ? 'person.opened' : 'person.clicked', {
          email: entry.email.title,
        }),
        address: `/emails/${entry.email.id}`,
        tone: 'good',
      };
    case 'note':
      return { ...plain, text: t('person.noteBy', { author: entry.author }), more: entry.body };
  }
}
