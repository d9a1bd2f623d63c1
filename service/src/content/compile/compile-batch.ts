import type { EmailSource } from '@postroad/core/content/compile/email';
import { bodiesOf } from '@postroad/core/content/compile/translations';
import { limits } from '@postroad/core/platform/limits';
import { readComponents } from '@postroad/store/content/component';
import { findLayouts, type LayoutRow } from '@postroad/store/content/layout';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Components, componentsWithin, markupByKey } from '../components.ts';
import type { BatchJob, BatchLayout, BatchResult } from '../render/render-job.ts';
import { RenderEnded, type Renderer, type Urgency } from '../render/renderer.ts';
import { loadThemes, type Themes, themeScope } from '../themes.ts';

/** What saved emails compile from, apart from their own text. */
export interface Library {
  layouts: ReadonlyMap<number, LayoutRow>;
  themes: Themes;
  components: Components;
}

/** Includes the layouts with these ids. */
export async function loadLibrary(tx: Tx, layoutIds: number[]): Promise<Library> {
  const layouts = await findLayouts(tx, layoutIds);
  return {
    layouts: new Map(layouts.map((layout) => [layout.id, layout])),
    themes: await loadThemes(tx),
    components: markupByKey(await readComponents(tx)),
  };
}

/** A saved email with the layout it renders in. */
export interface BatchEmail
  extends Required<Omit<EmailSource, 'translations' | 'language'>>,
    Pick<EmailSource, 'translations'> {
  id: number;
  layout_id: number;
}

function batchLayout({ id, html, css, resolved_theme }: LayoutRow, themes: Themes): BatchLayout {
  return { id, html, css, theme: themeScope(themes, resolved_theme).theme };
}

function jobOf(layouts: LayoutRow[], emails: readonly BatchEmail[], library: Library): BatchJob {
  const texts = [...layouts.map(({ html }) => html), ...emails.flatMap(bodiesOf)];
  return {
    layouts: layouts.map((layout) => batchLayout(layout, library.themes)),
    themesByKey: library.themes.byKey,
    components: componentsWithin(library.components, texts),
    emails: emails.map(({ subject, pre_header, body_markdown, translations, kind, layout_id }) => ({
      subject,
      pre_header,
      body_markdown,
      translations: translations ?? {},
      kind,
      layout_id,
    })),
  };
}

export interface BatchCompile<Email extends BatchEmail> {
  email: Email;
  result: BatchResult;
}

/**
 * Compiles saved emails in one thread. If an email has to be stopped, it is answered as broken and
 * the others are compiled without it. Emails whose layout is not in the library are left out.
 */
export async function compileBatch<Email extends BatchEmail>(
  renderer: Renderer,
  emails: readonly Email[],
  library: Library,
  urgency: Urgency,
): Promise<BatchCompile<Email>[]> {
  const done: BatchCompile<Email>[] = [];
  let rest = emails.filter((email) => library.layouts.has(email.layout_id));
  while (rest.length > 0) {
    const used = new Set(rest.map((email) => email.layout_id));
    const layouts = [...library.layouts.values()].filter(({ id }) => used.has(id));
    try {
      const results = await renderer.run('batch', jobOf(layouts, rest, library), urgency);
      for (const [at, result] of results.entries()) {
        const email = rest[at];
        if (email) done.push({ email, result });
      }
      return done;
    } catch (error) {
      if (!(error instanceof RenderEnded)) throw error;
      const ended = rest[error.part];
      if (!ended) throw error;
      const fault = { in: 'email' as const, message: error.message };
      done.push({ email: ended, result: { packed: null, fault } });
      rest = rest.filter((email) => email !== ended);
    }
  }
  return done;
}

/** Splits emails into the batches that threads get. */
export function batchesOf<Email>(emails: readonly Email[]): Email[][] {
  const size = limits.recompileEmails;
  return Array.from({ length: Math.ceil(emails.length / size) }, (_, at) =>
    emails.slice(at * size, (at + 1) * size),
  );
}

/** Checks layouts on their own in one thread. Returns the first broken one, with its fault. */
export async function brokenLayout(
  renderer: Renderer,
  layouts: LayoutRow[],
  library: Library,
): Promise<{ layout: LayoutRow; message: string } | null> {
  if (layouts.length === 0) return null;
  let found: { at: number; message: string } | null = null;
  try {
    const results = await renderer.run('batch', jobOf(layouts, [], library), 'save');
    const at = results.findIndex(({ fault }) => fault !== null);
    const message = results[at]?.fault?.message;
    if (message !== undefined) found = { at, message };
  } catch (error) {
    if (!(error instanceof RenderEnded)) throw error;
    found = { at: error.part, message: error.message };
  }
  const layout = found && layouts[found.at];
  return found && layout ? { layout, message: found.message } : null;
}
