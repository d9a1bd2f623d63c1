import { createHash } from 'node:crypto';
import type { CompiledEmail } from '@postroad/core/content/compile/email';
import { DateFormats } from '@postroad/core/content/liquid/liquid-date';
import { type PreparedTemplate, prepareTemplate } from '@postroad/core/content/render/template';
import { limits } from '@postroad/core/platform/limits';
import { readCompiles, readEmailVersions } from '@postroad/store/content/email-compile';
import { keepLinkSets, type LinkSet } from '@postroad/store/content/email-link';
import type { Tx } from '@postroad/store/platform/transaction';
import { LRUCache } from 'lru-cache';

export interface LoadedTemplate {
  emailId: number;
  version: number;
  /** Null: the default from address of the profile. */
  fromAddress: string | null;
  archived: boolean;
  labels: readonly string[];
  /** It must not be sent before it is compiled again. */
  stale: boolean;
  /** Why that fails. */
  broken: string | null;
  template: PreparedTemplate;
  /** Whether opens and clicks of it are counted. */
  tracking: boolean;
  /** The set of addresses that its links lead to; 0 where there are none. */
  linkSet: number;
}

interface Kept {
  version: number;
  chars: number;
  template: PreparedTemplate;
  linkSet: number;
}

/** Compiles ready to be filled in, and where their links lead kept for those who click. */
async function fetchTemplates(
  tx: Tx,
  ids: number[],
  dates: DateFormats,
): Promise<Map<number, Kept>> {
  const fetched = new Map<number, Kept>();
  const sets: LinkSet[] = [];
  for (const { email_id, version, compiled } of await readCompiles<CompiledEmail>(tx, ids)) {
    const template = prepareTemplate(compiled, { dates });
    const chars = compiled.html.length + compiled.text.length;
    fetched.set(email_id, { version, chars, template, linkSet: 0 });
    const urls = template.trackedUrls();
    if (urls.length === 0) continue;
    const digest = createHash('sha256').update(JSON.stringify(urls)).digest();
    sets.push({ email_id, digest, urls });
  }
  for (const [id, linkSet] of await keepLinkSets(tx, sets)) {
    const entry = fetched.get(id);
    if (entry) entry.linkSet = linkSet;
  }
  return fetched;
}

/**
 * Emails ready to be filled in. A batch costs one small query while the compiles it needs are
 * kept; those of new versions are fetched in one more. The least recently used are forgotten
 * beyond `limits.templateCacheChars`.
 *
 * What is fetched is kept once its transaction has committed: a version that was rolled back could be
 * another compile's later, and so could the links that are written here before any mail names them.
 */
export class Templates {
  readonly #kept: LRUCache<number, Kept>;
  /** Of all templates, since people of one email live in many time zones. */
  readonly #dates = new DateFormats();

  constructor(mostChars: number = limits.templateCacheChars) {
    this.#kept = new LRUCache({ maxSize: mostChars, sizeCalculation: ({ chars }) => chars + 1 });
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
    for (const { id, from_address, archived, labels, tracking, stale, broken } of rows) {
      const entry = ready.get(id);
      if (!entry) continue;
      const { version, template, linkSet } = entry;
      const state = { archived, labels, tracking, stale, broken };
      loaded.set(id, {
        emailId: id,
        version,
        fromAddress: from_address,
        template,
        linkSet,
        ...state,
      });
    }
    return loaded;
  }
}
