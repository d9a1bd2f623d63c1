import { limits } from '@postroad/core/limits';
import type { CompileSource } from './render-job.ts';

interface Kept {
  version: number;
  chars: number;
  source: CompileSource;
}

function charsOf({ email, layout, scope }: CompileSource): number {
  let chars = email.body_markdown.length + layout.html.length + layout.css.length;
  for (const html of scope.components?.values() ?? []) chars += html.length;
  return chars;
}

/**
 * What emails that are previewed compile from, by the version of their compile: it rises whenever
 * anything changes that they are made of. The least recently used are forgotten.
 */
export class KeptSources {
  readonly #kept = new Map<number, Kept>();
  #chars = 0;

  has(emailId: number): boolean {
    return this.#kept.has(emailId);
  }

  find(emailId: number, version: number): CompileSource | null {
    const entry = this.#kept.get(emailId);
    if (entry?.version !== version) return null;
    this.#kept.delete(emailId);
    this.#kept.set(emailId, entry);
    return entry.source;
  }

  keep(emailId: number, version: number, source: CompileSource): void {
    this.#drop(emailId);
    const chars = charsOf(source);
    this.#kept.set(emailId, { version, chars, source });
    this.#chars += chars;
    for (const oldest of this.#kept.keys()) {
      if (this.#chars <= limits.previewSourcesChars) return;
      this.#drop(oldest);
    }
  }

  #drop(emailId: number): void {
    this.#chars -= this.#kept.get(emailId)?.chars ?? 0;
    this.#kept.delete(emailId);
  }
}
