import { createHash } from 'node:crypto';
import type { CompiledEmail, EmailKind } from '@postroad/core/content/compile/email';
import { nearestLanguage } from '@postroad/core/content/compile/translations';
import { DateFormats } from '@postroad/core/content/liquid/liquid-date';
import { type PreparedTemplate, prepareTemplate } from '@postroad/core/content/render/template';
import { limits } from '@postroad/core/platform/limits';
import { readCompiles, readEmailVersions } from '@postroad/store/content/email-compile';
import { keepLinkSets, type LinkSet, linkSetKey } from '@postroad/store/content/email-link';
import type { Tx } from '@postroad/store/platform/transaction';
import { LRUCache } from 'lru-cache';
import { KeptCompile } from './kept-compile.ts';

export interface LoadedTemplate {
  /** Null for words of a message. */
  emailId: number | null;
  version: number;
  /** Null: the default from address of the profile. */
  fromAddress: string | null;
  /** Null: as the profile says. */
  replyTo: string | null;
  archived: boolean;
  /** Its subject or body is empty. */
  blank: boolean;
  labels: readonly string[];
  /** It must be recompiled before it is sent. */
  stale: boolean;
  /** Why it no longer compiles. */
  broken: string | null;
  /** Its mail takes too long to make on the thread of all calls. */
  quarantined: boolean;
  template: PreparedTemplate;
  /** What the template was prepared from. */
  kept: KeptCompile;
  /** Whether its opens and clicks are counted. */
  tracking: boolean;
  kind: EmailKind;
  /** Id of the set of addresses its links lead to; 0 if there are none. */
  linkSet: number;
  /** The same in its languages. */
  languages: ReadonlyMap<string, LoadedTemplate>;
}

/** The words of an email in one language, ready to be filled in. */
interface Words {
  template: PreparedTemplate;
  kept: KeptCompile;
  linkSet: number;
}

interface Kept extends Words {
  version: number;
  chars: number;
  languages: ReadonlyMap<string, Words>;
}

/** A compile taken apart: its own words, and those in each language. */
export function wordsOf(
  { translations = {}, ...own }: CompiledEmail,
  dates?: DateFormats,
): Omit<Kept, 'version'> {
  const wordsOfOne = (compiled: CompiledEmail): Words => ({
    template: prepareTemplate(compiled, dates && { dates }),
    kept: new KeptCompile(compiled),
    linkSet: 0,
  });
  const all = Object.entries(translations);
  const charsOf = ({ html, text }: CompiledEmail) => html.length + text.length;
  return {
    ...wordsOfOne(own),
    chars: all.reduce((sum, [, compiled]) => sum + charsOf(compiled), charsOf(own)),
    languages: new Map(all.map(([language, compiled]) => [language, wordsOfOne(compiled)])),
  };
}

/** An email in the language of a person, by their field `language` (LANG-01). */
export function templateFor(
  template: LoadedTemplate,
  fields: Readonly<Record<string, unknown>>,
): LoadedTemplate {
  const language = nearestLanguage(fields.language, [...template.languages.keys()]);
  return (language === null ? undefined : template.languages.get(language)) ?? template;
}

/** Compiled emails, prepared for rendering, with their link targets stored for later clicks. */
async function fetchTemplates(
  tx: Tx,
  ids: number[],
  dates: DateFormats,
): Promise<Map<number, Kept>> {
  const fetched = new Map<number, Kept>();
  const sets: { words: Words; set: LinkSet }[] = [];
  for (const { email_id, version, compiled } of await readCompiles<CompiledEmail>(tx, ids)) {
    const entry = { version, ...wordsOf(compiled, dates) };
    fetched.set(email_id, entry);
    for (const words of [entry, ...entry.languages.values()]) {
      const urls = words.template.trackedUrls();
      const templates = words.template.trackedTemplates();
      if (urls.length + templates.length === 0) continue;
      const links = templates.length === 0 ? urls : { urls, templates };
      const digest = createHash('sha256').update(JSON.stringify(links)).digest();
      sets.push({ words, set: { email_id, digest, urls, templates } });
    }
  }
  const linkSets = await keepLinkSets(
    tx,
    sets.map(({ set }) => set),
  );
  for (const { words, set } of sets) words.linkSet = linkSets.get(linkSetKey(set)) ?? 0;
  return fetched;
}

type Common = Omit<LoadedTemplate, keyof Words | 'languages'>;

/** The words of a template and of its languages. Each language is one object, by which mails share it. */
export function withLanguages(
  common: Common,
  { template, kept, linkSet, languages }: Words & { languages: ReadonlyMap<string, Words> },
): LoadedTemplate {
  const none: LoadedTemplate['languages'] = new Map();
  const own = [...languages].map(
    ([language, words]) => [language, { ...common, ...words, languages: none }] as const,
  );
  return { ...common, template, kept, linkSet, languages: new Map(own) };
}

/**
 * Compiled emails, prepared for rendering. A batch costs one small query if all its compiles are
 * cached; new versions are fetched with one more. The least recently used are dropped beyond
 * `limits.templateCacheChars`.
 *
 * Fetched compiles are cached only after the transaction has committed: after a rollback, the same
 * version number or link set could later belong to another compile.
 */
export class CompiledEmailCache {
  readonly #kept: LRUCache<number, Kept>;
  /** Those of the emails last loaded that are quarantined. */
  readonly #quarantined = new Set<number>();
  /** Shared by all templates, since the people of one email live in many time zones. */
  readonly #dates = new DateFormats();

  constructor(mostChars: number = limits.templateCacheChars) {
    this.#kept = new LRUCache({ maxSize: mostChars, sizeCalculation: ({ chars }) => chars + 1 });
  }

  /** Whether an email was quarantined when it was last loaded. */
  isQuarantined(emailId: number): boolean {
    return this.#quarantined.has(emailId);
  }

  /** By email id; emails that do not exist are missing. */
  async load(tx: Tx, emailIds: readonly number[]): Promise<Map<number, LoadedTemplate>> {
    const rows = await readEmailVersions(tx, [...new Set(emailIds)]);
    const ready = new Map<number, Kept>();
    for (const { id, version } of rows) {
      const kept = this.#kept.get(id);
      if (kept?.version === version) ready.set(id, kept);
    }
    const wanted = rows.filter(({ id }) => !ready.has(id)).map(({ id }) => id);
    if (wanted.length > 0) {
      const fetched = await fetchTemplates(tx, wanted, this.#dates);
      for (const [id, entry] of fetched) ready.set(id, entry);
      tx.work.afterCommit(() => {
        for (const [id, entry] of fetched) this.#kept.set(id, entry);
      });
    }
    const loaded = new Map<number, LoadedTemplate>();
    for (const {
      id,
      from_address,
      reply_to,
      archived,
      blank,
      labels,
      tracking,
      kind,
      stale,
      broken,
      quarantined,
    } of rows) {
      if (quarantined) this.#quarantined.add(id);
      else this.#quarantined.delete(id);
      const entry = ready.get(id);
      if (!entry) continue;
      const { version } = entry;
      const state = { archived, blank, labels, tracking, kind, stale, broken, quarantined };
      const common = {
        emailId: id,
        version,
        fromAddress: from_address,
        replyTo: reply_to,
        ...state,
      };
      loaded.set(id, withLanguages(common, entry));
    }
    return loaded;
  }
}
