import { type Compilation, compileEmail, type InlineCss } from '@postroad/core/email/compile';
import type { MergeContext } from '@postroad/core/email/merge-context';
import {
  type FilledEmail,
  type PreparedTemplate,
  prepareTemplate,
} from '@postroad/core/email/template';
import { limits } from '@postroad/core/limits';
import type { CompileSource } from './compile-emails.ts';

/** One email to compile and, for a preview, to fill in. Plain data: it goes to another thread. */
export interface RenderJob extends CompileSource {
  fill: MergeContext | null;
}

export interface Rendered extends Compilation {
  /** Null where nothing was to be filled in, and where there are errors. */
  filled: FilledEmail | null;
}

interface Kept {
  key: string;
  compilation: Compilation;
  template: PreparedTemplate | null;
}

const keptMost = 4;

/** Renders for one thread. An email that is looked at again and again is compiled once. */
export class JobRenderer {
  readonly #kept: Kept[] = [];
  readonly #inlineCss: InlineCss;

  constructor(inlineCss: InlineCss) {
    this.#inlineCss = inlineCss;
  }

  render({ fill, ...source }: RenderJob): Rendered {
    const { compilation, template } = this.#compile(source);
    const { errors, warnings } = compilation;
    if (fill === null || template === null) return { ...compilation, filled: null };
    try {
      return { compiled: null, errors, warnings, filled: template.fill(fill) };
    } catch (error) {
      // A template can fail on the values it meets, which its author has to know.
      const reason = error instanceof Error ? error.message : String(error);
      const message = `The email fails for this person: ${reason}`;
      const failed = { path: 'body_markdown', code: 'liquid_failed', message };
      return { compiled: null, errors: [failed], warnings, filled: null };
    }
  }

  #compile(source: CompileSource): Kept {
    const { theme, themesByKey, components } = source.scope;
    const maps = [[...themesByKey], [...(components ?? [])]];
    const key = JSON.stringify([source.email, source.layout, theme, maps]);
    const known = this.#kept.find((entry) => entry.key === key);
    if (known) return known;
    const { email, layout, scope } = source;
    const compilation = compileEmail(email, layout, scope, this.#inlineCss);
    const { compiled } = compilation;
    const made = { key, compilation, template: compiled ? prepareTemplate(compiled) : null };
    if (key.length <= limits.renderKeptChars) {
      this.#kept.unshift(made);
      this.#kept.length = Math.min(this.#kept.length, keptMost);
    }
    return made;
  }
}
