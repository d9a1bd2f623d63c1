import type { OperationName } from '@postroad/core/catalog/catalog';
import { inWords } from '../platform/call.ts';
import { labelOf, valueWords } from '../platform/value-words.ts';
import { language, said, t, wordsUnder } from '../platform/words.ts';
import { isOperation, outlineNamed } from './contracts.ts';
import { fieldWords } from './field-words.ts';

/** A noun of the catalog, such as "Event types". */
export function nounWords(noun: string): string {
  return wordsUnder(`noun.${noun}`) ?? labelOf(noun);
}

/** What an operation does, such as "Send a test": the word of its verb, or its own. */
export function verbWords(name: OperationName): string {
  const { verb } = outlineNamed(name);
  return wordsUnder(`verb.${name}`) ?? wordsUnder(`verb.${verb}`) ?? labelOf(verb);
}

/**
 * An operation in a few words: the beginning of its summary, which is in English; else its noun and
 * its verb.
 */
export function operationWords(name: OperationName): string {
  const { summary, noun } = outlineNamed(name);
  if (language.value !== 'en') return `${nounWords(noun)}: ${verbWords(name)}`;
  const end = summary.search(/[.;:](?: |$)|, e\.g\./);
  // What operations are called has a colon in it, so that the cut comes first.
  return inWords(end === -1 ? summary : summary.slice(0, end));
}

/** What an operation does, in a sentence where its summary is in the language of the reader. */
export function aboutOperation(name: OperationName): string {
  return language.value === 'en' ? inWords(outlineNamed(name).summary) : operationWords(name);
}

/** A change as the history lists it. */
interface ListedChange {
  summary: string;
  operation: string | null;
  resource: string;
  record_name: string | null;
  record_key?: string | null;
}

/** Who made a change; null for somebody whose name is not kept. */
export function actorWords({ kind, name }: { kind: string; name: string | null }): string | null {
  return kind === 'engine' ? valueWords(kind) : name;
}

/** What the API calls layouts. */
const nouns: Readonly<Record<string, string>> = { templates: 'layouts' };

/** What sentences of changes call members that have another name in answers. */
const spokenMembers: Readonly<Record<string, string>> = {
  default: 'is_default',
};

/** Members that a sentence lists, such as `subject, body and 2 more`, as people read them. */
function listedMembers(list: string): string {
  const [, named = list, more] = /^(.*) and (\d+) more$/.exec(list) ?? [];
  const words = named
    .split(/, | and /)
    .map((member) => fieldWords(spokenMembers[member] ?? member.replaceAll(' ', '_')))
    .join(', ');
  return more === undefined ? words : `${words}${said('said.andMore', { n: more }) ?? ` +${more}`}`;
}

const settingsChanged = /^Changed the settings (.+)$/;

/** What the service did itself, by how its sentence begins. */
const ownActs = [
  { begin: 'Finished sending ', key: 'said.did.finished' },
  { begin: 'Began to send ', key: 'said.did.began' },
  { begin: 'Created the ', key: 'said.did.created' },
] as const;

/** In another language than English: what an operation did to a record; null where it has no sentence. */
function didWords(
  { summary, operation }: ListedChange,
  values: { name: string; record: string },
): string | null {
  const act = ownActs.find(({ begin }) => operation === null && summary.startsWith(begin));
  const text = said(act?.key ?? `said.did.${operation}`, values);
  return text === null ? null : text.replaceAll(/ {2,}/g, ' ').trim();
}

/**
 * What a change was: in English the sentence of the service, in other languages one of its operation
 * with the name of the record (CON-21).
 */
export function changeWords(change: ListedChange): string {
  const { summary, operation, resource } = change;
  const settings = settingsChanged.exec(summary)?.[1];
  if (settings !== undefined) {
    return t('history.settingsChanged', { names: listedMembers(settings) });
  }
  if (language.value === 'en') return summary;
  const name = change.record_name ?? change.record_key ?? null;
  const quoted = name === null ? '' : (said('said.quoted', { name }) ?? name);
  const noun = nouns[resource] ?? resource;
  const did = operation !== null && isOperation(operation) ? operation : null;
  // What one operation changed beside its own record, such as the email of a new broadcast, says so.
  const isOther = did !== null && outlineNamed(did).noun !== noun && wordsUnder(`noun.${noun}`);
  const kind = said(`said.kind.${noun.replace(/s$/, '')}`) ?? nounWords(noun);
  const named = `${kind} ${quoted}`.trim();
  const told = didWords(change, { name: isOther ? '' : quoted, record: named });
  if (told === null) return did === null ? named : `${operationWords(did)} ${quoted}`.trim();
  if (isOther) return name === null ? told : `${told}: ${named}`;
  const changed = did?.startsWith('update_')
    ? /^Changed (.+) of the /.exec(summary)?.[1]
    : undefined;
  return changed === undefined ? told : `${told} (${listedMembers(changed)})`;
}
