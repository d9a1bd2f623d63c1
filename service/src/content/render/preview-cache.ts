import { bodiesOf } from '@postroad/core/content/compile/translations';
import type { FilledEmail } from '@postroad/core/content/render/template';
import type { Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { LRUCache } from 'lru-cache';
import type { CompileSource } from './render-job.ts';

/** The last preview of an email. */
export interface Shown {
  /** Everything it was rendered with. */
  asked: string;
  filled: Omit<FilledEmail, 'unaddressed'>;
  warnings: Issue[];
}

interface Kept {
  version: number;
  source: CompileSource;
  shown: Shown | null;
}

function charsOfShown({ asked, filled }: Shown): number {
  return asked.length + filled.html.length + filled.text.length;
}

function charsOf({ email, layout, scope }: CompileSource): number {
  let chars = layout.html.length + layout.css.length;
  for (const body of bodiesOf(email)) chars += body.length;
  for (const html of scope.components?.values() ?? []) chars += html.length;
  return chars;
}

/**
 * Compile inputs of previewed emails, and their last previews, by the version of the compile, which
 * rises with every change of its inputs. The least recently used are dropped.
 */
export class PreviewCache {
  readonly #kept = new LRUCache<number, Kept>({
    maxSize: limits.previewSourcesChars,
    sizeCalculation: ({ source, shown }) =>
      1 + charsOf(source) + (shown === null ? 0 : charsOfShown(shown)),
  });

  has(emailId: number): boolean {
    return this.#kept.has(emailId);
  }

  find(emailId: number, version: number): CompileSource | null {
    const entry = this.#kept.get(emailId);
    return entry?.version === version ? entry.source : null;
  }

  /** The last preview of that version with the same inputs. */
  shown(emailId: number, version: number, asked: string): Shown | null {
    const entry = this.#kept.get(emailId);
    return entry?.version === version && entry.shown?.asked === asked ? entry.shown : null;
  }

  keepShown(emailId: number, version: number, shown: Shown): void {
    const source = this.find(emailId, version);
    if (source !== null) this.keep(emailId, version, source, shown);
  }

  keep(emailId: number, version: number, source: CompileSource, shown: Shown | null = null): void {
    this.#kept.set(emailId, { version, source, shown });
  }
}
