import type { FilledEmail } from '@postroad/core/content/render/template';
import { limits } from '@postroad/core/platform/limits';
import type { FieldError } from '@postroad/core/platform/refusal';
import type { CompileSource } from './render-job.ts';

/** A preview as it was shown last. */
export interface Shown {
  /** Everything it was filled in with. */
  asked: string;
  filled: FilledEmail;
  warnings: FieldError[];
}

interface Kept {
  version: number;
  chars: number;
  source: CompileSource;
  shown: Shown | null;
}

function charsOfShown({ asked, filled }: Shown): number {
  return asked.length + filled.html.length + filled.text.length;
}

function charsOf({ email, layout, scope }: CompileSource): number {
  let chars = email.body_markdown.length + layout.html.length + layout.css.length;
  for (const html of scope.components?.values() ?? []) chars += html.length;
  return chars;
}

/**
 * What emails that are previewed compile from, and what was shown of them last, by the version of
 * their compile: it rises whenever anything changes that they are made of. The least recently used are forgotten.
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

  /** What was shown of that version for the same question. */
  shown(emailId: number, version: number, asked: string): Shown | null {
    const entry = this.#kept.get(emailId);
    return entry?.version === version && entry.shown?.asked === asked ? entry.shown : null;
  }

  keepShown(emailId: number, version: number, shown: Shown): void {
    const source = this.find(emailId, version);
    if (source !== null) this.keep(emailId, version, source, shown);
  }

  keep(emailId: number, version: number, source: CompileSource, shown: Shown | null = null): void {
    this.#drop(emailId);
    const chars = charsOf(source) + (shown === null ? 0 : charsOfShown(shown));
    this.#kept.set(emailId, { version, chars, source, shown });
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
