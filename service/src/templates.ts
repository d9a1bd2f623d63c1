import type { CompiledEmail } from '@postroad/core/email/compile';
import { type PreparedTemplate, prepareTemplate } from '@postroad/core/email/template';
import { limits } from '@postroad/core/limits';
import { readCompiles, readEmailVersions } from '@postroad/store/email-compile';
import type { Tx } from '@postroad/store/transaction';

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
}

interface Kept {
  version: number;
  chars: number;
  template: PreparedTemplate;
}

/**
 * Emails ready to be filled in. A batch costs one small query while the compiles it needs are
 * kept; those of new versions are fetched in one more. The least recently used are forgotten
 * beyond `limits.templateCacheChars`.
 *
 * Never load in a transaction that compiles: were it rolled back, a version would be kept that
 * another compile gets later.
 */
export class Templates {
  readonly #kept = new Map<number, Kept>();
  readonly #mostChars: number;
  #chars = 0;

  constructor(mostChars: number = limits.templateCacheChars) {
    this.#mostChars = mostChars;
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
      for (const { email_id, version, compiled } of await readCompiles<CompiledEmail>(tx, wanted)) {
        const chars = compiled.html.length + compiled.text.length;
        ready.set(email_id, { version, chars, template: prepareTemplate(compiled) });
      }
    }
    for (const [id, entry] of ready) this.#keep(id, entry);
    const loaded = new Map<number, LoadedTemplate>();
    for (const { id, from_address, archived, labels, stale, broken } of rows) {
      const entry = ready.get(id);
      if (!entry) continue;
      const { version, template } = entry;
      const state = { archived, labels, stale, broken };
      loaded.set(id, { emailId: id, version, fromAddress: from_address, template, ...state });
    }
    return loaded;
  }

  /** Moves an entry to the young end and drops old ones over the limit. */
  #keep(id: number, entry: Kept): void {
    this.#drop(id);
    this.#kept.set(id, entry);
    this.#chars += entry.chars;
    for (const oldest of this.#kept.keys()) {
      if (this.#chars <= this.#mostChars) return;
      this.#drop(oldest);
    }
  }

  #drop(id: number): void {
    this.#chars -= this.#kept.get(id)?.chars ?? 0;
    this.#kept.delete(id);
  }
}
