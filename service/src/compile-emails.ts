import {
  type Compilation,
  compileEmail,
  compileInto,
  type EmailSource,
} from '@postroad/core/email/compile';
import type { CompileScope } from '@postroad/core/email/component';
import { type LayoutSource, type PreparedLayout, prepareLayout } from '@postroad/core/email/layout';
import { limits } from '@postroad/core/limits';
import { type FieldError, invalid, type Refusal } from '@postroad/core/refusal';
import { themeKeysNamedIn } from '@postroad/core/theme/theme-tags';
import {
  type EmailSourceRow,
  listEmailSources,
  writeCompiles,
} from '@postroad/store/email-compile';
import { findLayouts, type LayoutRow } from '@postroad/store/layout';
import type { Tx } from '@postroad/store/transaction';
import { inlineCss } from './inline-css.ts';
import { loadThemes, type Themes, themeScope } from './themes.ts';

/** The body is all an author of an email can mend, whatever part of the page shows the fault. */
function asEmailErrors(errors: FieldError[]): FieldError[] {
  return errors.map((error) =>
    error.path === 'html' || error.path === 'css' ? { ...error, path: 'body_markdown' } : error,
  );
}

/** Everything one email compiles from; plain data, which another thread can be handed. */
export interface CompileSource {
  email: EmailSource;
  layout: LayoutSource;
  scope: CompileScope;
}

/** What an email compiles from in a stored layout; null stands for the default one. */
export async function compileSource(
  tx: Tx,
  email: EmailSource,
  layoutId: number | null,
): Promise<CompileSource> {
  const [layout] = await findLayouts(tx, [layoutId ?? 0]);
  if (!layout) {
    const message = `There is no layout ${layoutId}. List the layouts to find the right id.`;
    throw invalid([{ path: 'template_id', code: 'template_unknown', message }]);
  }
  const scope = themeScope(await loadThemes(tx), layout.resolved_theme);
  const { subject, pre_header, body_markdown } = email;
  return {
    email: { subject, pre_header, body_markdown },
    layout: { html: layout.html, css: layout.css },
    scope,
  };
}

/** The 422 of a compile with errors: paths `subject`, `pre_header` and `body_markdown`. */
export function refusedCompile({ errors }: Pick<Compilation, 'errors'>): Refusal {
  return invalid(asEmailErrors(errors));
}

export interface Compiled {
  compiled: NonNullable<Compilation['compiled']>;
  warnings: FieldError[];
}

/** Compiles one email on this thread, for content that is ours. Throws a 422. */
export async function compileOne(
  tx: Tx,
  email: EmailSource,
  layoutId: number | null,
): Promise<Compiled> {
  const source = await compileSource(tx, email, layoutId);
  const compilation = compileEmail(source.email, source.layout, source.scope, inlineCss);
  const { compiled, warnings } = compilation;
  if (!compiled) throw refusedCompile(compilation);
  return { compiled, warnings };
}

interface Recompile {
  layouts: ReadonlyMap<number, LayoutRow>;
  themes: Themes;
  /** Field of the change, under which a refusal reports. */
  path: string;
}

function prepare(layout: LayoutRow, emails: EmailSourceRow[], work: Recompile): PreparedLayout {
  const scope = themeScope(work.themes, layout.resolved_theme);
  const bodies = emails.map((email) => email.body_markdown);
  const { prepared, errors } = prepareLayout(layout, scope, bodies);
  if (prepared) return prepared;
  const message = `The layout ${layout.id} "${layout.name}" would break: ${errors[0]?.message}`;
  throw invalid([{ path: work.path, code: 'layout_breaks', message }]);
}

async function recompileBatch(tx: Tx, emails: EmailSourceRow[], work: Recompile): Promise<void> {
  const prepared = new Map<number, PreparedLayout>();
  const compiles = emails.map((email) => {
    const layout = work.layouts.get(email.layout_id);
    if (!layout) throw new Error(`Layout ${email.layout_id} was not loaded.`);
    const ready = prepared.get(layout.id) ?? prepare(layout, emails, work);
    prepared.set(layout.id, ready);
    const { compiled, errors } = compileInto(ready, email, inlineCss, { checked: true });
    if (compiled) return { email_id: email.id, compiled };
    const title = email.title ?? email.subject;
    const message = `Email ${email.id} "${title}" would no longer compile: ${errors[0]?.message}`;
    throw invalid([{ path: work.path, code: 'email_breaks', message }]);
  });
  await writeCompiles(tx, compiles);
}

/**
 * Recompiles every email in the layouts, and every one whose body names the theme. What is queued
 * points at the email and so goes out with the new compile (THEME-28, THEME-29). Throws a 422
 * that names the email where one would break. The caller holds the library alone.
 */
async function recompile(
  tx: Tx,
  work: Recompile,
  changed: { layoutIds: ReadonlySet<number>; themeKey: string | null },
): Promise<void> {
  const query = {
    layoutIds: [...changed.layoutIds],
    texts: changed.themeKey === null ? [] : [changed.themeKey],
    limit: limits.recompileEmails,
  };
  for (let after = 0; ; ) {
    const found = await listEmailSources(tx, { ...query, after });
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
    const touched = found.filter(
      (email) =>
        changed.layoutIds.has(email.layout_id) ||
        (changed.themeKey !== null &&
          themeKeysNamedIn(email.body_markdown).includes(changed.themeKey)),
    );
    if (touched.length > 0) await recompileBatch(tx, touched, work);
  }
}

/** After a change of a theme, or after it became the default. */
export async function recompileForTheme(tx: Tx, key: string): Promise<void> {
  const layouts = await findLayouts(tx, null);
  const built = layouts.filter(
    ({ resolved_theme, html, css }) =>
      resolved_theme === key || themeKeysNamedIn(`${html}\n${css}`).includes(key),
  );
  const work = {
    layouts: new Map(layouts.map((layout) => [layout.id, layout])),
    themes: await loadThemes(tx),
    path: 'variables',
  };
  const layoutIds = new Set(built.map((layout) => layout.id));
  await recompile(tx, work, { layoutIds, themeKey: key });
}

/** After a change of a layout, or after it became the default. */
export async function recompileForLayout(tx: Tx, layout: LayoutRow): Promise<void> {
  const work = {
    layouts: new Map([[layout.id, layout]]),
    themes: await loadThemes(tx),
    path: 'html',
  };
  await recompile(tx, work, { layoutIds: new Set([layout.id]), themeKey: null });
}
