import type { LayoutSource } from '@postroad/core/content/compile/layout';
import {
  emptyEmail,
  errorsOfLayout,
  warningsOfLayout,
} from '@postroad/core/content/compile/layout-faults';
import { hinted, type Issue } from '@postroad/core/platform/issue';
import { limits } from '@postroad/core/platform/limits';
import { nearest } from '@postroad/core/platform/nearest';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import { listEmailsOfLayout } from '@postroad/store/content/content-reference';
import {
  deleteLayout,
  findLayouts,
  type LayoutRow,
  type LayoutSummaryRow,
  listLayouts,
  updateLayout,
} from '@postroad/store/content/layout';
import type { ThemeRow } from '@postroad/store/content/theme';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { refuseInUse, withoutKeys } from '../platform/in-use.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { type RecompileDeps, recompileForLayout, recompilingOf } from './compile/recompile.ts';
import { type Components, componentsFor } from './components.ts';
import { makeLayout, setDefaultLayout } from './new-content.ts';
import type { Renderer } from './render/renderer.ts';
import { loadThemes, type Themes, themeScope } from './themes.ts';

function summaryView(row: LayoutSummaryRow) {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    theme: row.theme,
    resolved_theme: row.resolved_theme,
    is_default: row.is_default,
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function layoutView(row: LayoutRow) {
  return { ...summaryView(row), html: row.html, css: row.css };
}

async function getLayout(tx: Tx, id: number): Promise<LayoutRow> {
  const [row] = await findLayouts(tx, [id]);
  if (!row) throw notFound('layout', id);
  return row;
}

/** Emails in a layout, archived ones included: of the default layout those without one too. */
async function usedBy(tx: Tx, id: number) {
  const rows = await listEmailsOfLayout(tx, id, limits.usersListed);
  const emails = rows.map(({ count, ...email }) => email);
  return { count: rows[0]?.count ?? 0, emails };
}

/** The theme of a layout; null for a layout that follows the default theme. */
function themeNamed(themes: Themes, key: string | null): ThemeRow | null {
  if (key === null) return null;
  const row = themes.rows.find((theme) => theme.key === key);
  if (row) return row;
  const near = nearest(key, themes.byKey.keys());
  const rest = near === null ? ' list_themes shows their keys.' : '';
  const message = `There is no theme "${key}".${rest}`;
  throw invalid([hinted({ path: 'theme', code: 'theme_unknown', message }, near)]);
}

/**
 * Compiles the layout around an empty body, which shows all its own faults (TAG-07). Throws its
 * errors and returns its warnings.
 */
async function checkLayout(
  renderer: Renderer,
  layout: LayoutSource,
  themes: Themes,
  theme: ThemeRow | null,
  components: Components,
): Promise<Issue[]> {
  const key = (theme ?? themes.rows.find((row) => row.is_default))?.key ?? '';
  const job = { email: emptyEmail, layout, scope: { ...themeScope(themes, key), components } };
  const { errors, warnings } = await renderer.render({ ...job, fill: null }, 'save', 'html');
  if (errors.length === 0) return warningsOfLayout(warnings);
  throw invalid(errorsOfLayout(errors));
}

export const layoutHandlers: Pick<
  Handlers<RecompileDeps>,
  'list_layouts' | 'get_layout' | 'create_layout' | 'update_layout' | 'delete_layout'
> = {
  list_layouts: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listLayouts(tx, { key: input.key ?? null, ...idPageOf(page) });
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return { templates: shown.map(summaryView), next_cursor };
  }),

  get_layout: read(async ({ layout_id }, { tx }) => {
    const template = layoutView(await getLayout(tx, layout_id));
    const { count, emails } = await usedBy(tx, layout_id);
    const used = { count, emails: withoutKeys(emails) };
    return { template, where_used: used, ...(await recompilingOf(tx, 'layout', layout_id)) };
  }),

  create_layout: transaction(async (input, { tx, deps }) => {
    await lockContent(tx, 'alone');
    const themes = await loadThemes(tx);
    const theme = themeNamed(themes, input.theme ?? null);
    const source = { html: input.html, css: input.css ?? '' };
    const components = await componentsFor(tx, [source.html]);
    const warnings = await checkLayout(deps.renderer, source, themes, theme, components);
    const content = { ...source, name: input.name, theme_id: theme?.id ?? null };
    const id = await makeLayout(tx, content, { key: input.key });
    if (input.is_default) await setDefaultLayout(tx, id);
    const row = await getLayout(tx, id);
    const reached = input.is_default ? await recompileForLayout(tx, deps, row) : {};
    const still = await recompilingOf(tx, 'layout', id);
    return { template: layoutView(row), warnings, ...reached, ...still };
  }),

  update_layout: transaction(async (input, { tx, deps }) => {
    await lockContent(tx, 'alone');
    const held = await getLayout(tx, input.layout_id);
    const themes = await loadThemes(tx);
    const theme = themeNamed(themes, input.theme === undefined ? held.theme : input.theme);
    const source = { html: input.html ?? held.html, css: input.css ?? held.css };
    const components = await componentsFor(tx, [source.html]);
    const warnings = await checkLayout(deps.renderer, source, themes, theme, components);
    const name = input.name ?? held.name;
    await updateLayout(tx, held.id, { ...source, name, theme_id: theme?.id ?? null });
    const becomesDefault = input.is_default === true && !held.is_default;
    if (becomesDefault) await setDefaultLayout(tx, held.id);
    const row = await getLayout(tx, held.id);
    const changed = [input.html, input.css, input.theme].some((value) => value !== undefined);
    const reached = changed || becomesDefault ? await recompileForLayout(tx, deps, row) : {};
    return {
      template: layoutView(row),
      warnings,
      ...reached,
      ...(await recompilingOf(tx, 'layout', held.id)),
    };
  }),

  delete_layout: transaction(async ({ layout_id }, { tx }) => {
    await lockContent(tx, 'alone');
    const { id, name, is_default } = await getLayout(tx, layout_id);
    if (is_default) {
      const detail = `"${name}" is the default layout. Make another one the default first.`;
      throw new Refusal('conflict', detail);
    }
    const { emails, count } = await usedBy(tx, id);
    const counts = { layouts: 0, components: 0, emails: count };
    refuseInUse(`The layout "${name}"`, { emails, counts }, 'Give them another template_id first.');
    await deleteLayout(tx, id);
    return { deleted: true };
  }),
};
