import {
  type Compilation,
  compileEmail,
  compileInto,
  type EmailSource,
} from '@postroad/core/email/compile';
import type { CompileScope } from '@postroad/core/email/component';
import { componentKeysNamedIn } from '@postroad/core/email/component-tag';
import { type LayoutSource, type PreparedLayout, prepareLayout } from '@postroad/core/email/layout';
import { limits } from '@postroad/core/limits';
import { type FieldError, invalid, type Refusal } from '@postroad/core/refusal';
import { themeKeysNamedIn } from '@postroad/core/theme/theme-tags';
import { type ComponentRow, readComponents } from '@postroad/store/component';
import {
  type EmailSourceRow,
  listEmailSources,
  writeCompiles,
} from '@postroad/store/email-compile';
import { findLayouts, type LayoutRow } from '@postroad/store/layout';
import type { Tx } from '@postroad/store/transaction';
import { type Components, componentsFor, keysReaching, markupByKey } from './components.ts';
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
  const scope = {
    ...themeScope(await loadThemes(tx), layout.resolved_theme),
    components: await componentsFor(tx, [email.body_markdown, layout.html]),
  };
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
  components: Components;
  /** Field of the change, under which a refusal reports. */
  path: string;
}

function prepare(layout: LayoutRow, emails: EmailSourceRow[], work: Recompile): PreparedLayout {
  const { themes, components } = work;
  const scope = { ...themeScope(themes, layout.resolved_theme), components };
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

/** What a text may name so that it is touched. */
interface Named {
  themeKey: string | null;
  componentKeys: ReadonlySet<string>;
}

function names(text: string, { themeKey, componentKeys }: Named): boolean {
  if (themeKey !== null && themeKeysNamedIn(text).includes(themeKey)) return true;
  return componentKeys.size > 0 && componentKeysNamedIn(text).some((key) => componentKeys.has(key));
}

/**
 * Recompiles every email in the layouts, and every one whose body names what changed. What is
 * queued points at the email and so goes out with the new compile (THEME-28, THEME-29). Throws a
 * 422 that names the email where one would break. The caller holds the library alone.
 */
async function recompile(
  tx: Tx,
  work: Recompile,
  changed: Named & { layoutIds: ReadonlySet<number> },
): Promise<void> {
  const { themeKey, componentKeys, layoutIds } = changed;
  const query = {
    layoutIds: [...layoutIds],
    texts: [...(themeKey === null ? [] : [themeKey]), ...componentKeys],
    limit: limits.recompileEmails,
  };
  for (let after = 0; ; ) {
    const found = await listEmailSources(tx, { ...query, after });
    const last = found.at(-1);
    if (!last) return;
    after = last.id;
    const touched = found.filter(
      (email) => layoutIds.has(email.layout_id) || names(email.body_markdown, changed),
    );
    if (touched.length > 0) await recompileBatch(tx, touched, work);
  }
}

async function workFor(
  tx: Tx,
  layouts: LayoutRow[],
  components: ComponentRow[],
  path: string,
): Promise<Recompile> {
  return {
    layouts: new Map(layouts.map((layout) => [layout.id, layout])),
    themes: await loadThemes(tx),
    components: markupByKey(components),
    path,
  };
}

/** After a change of a theme, or after it became the default. */
export async function recompileForTheme(tx: Tx, key: string): Promise<void> {
  const layouts = await findLayouts(tx, null);
  const components = await readComponents(tx);
  const componentKeys = keysReaching(components, ({ html }) =>
    themeKeysNamedIn(html).includes(key),
  );
  const named = { themeKey: key, componentKeys };
  const built = layouts.filter(
    ({ resolved_theme, html, css }) => resolved_theme === key || names(`${html}\n${css}`, named),
  );
  const layoutIds = new Set(built.map((layout) => layout.id));
  const work = await workFor(tx, layouts, components, 'variables');
  await recompile(tx, work, { ...named, layoutIds });
}

/** After a change of a layout, or after it became the default. */
export async function recompileForLayout(tx: Tx, layout: LayoutRow): Promise<void> {
  const work = await workFor(tx, [layout], await readComponents(tx), 'html');
  const layoutIds = new Set([layout.id]);
  await recompile(tx, work, { themeKey: null, componentKeys: new Set(), layoutIds });
}

/** After a change of a component: what names it, directly or through components and layouts. */
export async function recompileForComponent(tx: Tx, key: string): Promise<void> {
  const layouts = await findLayouts(tx, null);
  const components = await readComponents(tx);
  const componentKeys = keysReaching(components, (row) => row.key === key);
  const named = { themeKey: null, componentKeys };
  const holding = layouts.filter(({ html }) => names(html, named));
  const work = await workFor(tx, layouts, components, 'html');
  // One that no email uses yet would otherwise break unseen.
  for (const layout of holding) prepare(layout, [], work);
  await recompile(tx, work, { ...named, layoutIds: new Set(holding.map(({ id }) => id)) });
}
