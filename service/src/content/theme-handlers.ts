import { fontStacks } from '@postroad/core/content/themes/font-stacks';
import { themeFromAccent } from '@postroad/core/content/themes/from-accent';
import {
  parseThemeVariables,
  resolveTheme,
  type ThemeValues,
} from '@postroad/core/content/themes/values';
import { buttonStyles, themeVocabulary } from '@postroad/core/content/themes/vocabulary';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import {
  countReferences,
  listLayoutsOfTheme,
  listReferences,
} from '@postroad/store/content/content-reference';
import {
  deleteTheme,
  findTheme,
  insertTheme,
  listThemes,
  type ThemeRow,
  themePage,
  updateTheme,
} from '@postroad/store/content/theme';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { refuseInUse, type Users, usersFrom } from '../platform/in-use.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { type RecompileDeps, recompileForTheme, recompilingOf } from './compile/recompile.ts';
import { setDefaultTheme } from './new-content.ts';
import { freeThemeKey } from './theme-key.ts';

function themeView({ id, key, name, is_default, revision, variables }: ThemeRow) {
  return { id, key, name, is_default, revision, variables: resolveTheme(variables) };
}

function readVariables(input: unknown): ThemeValues {
  const { values, errors } = parseThemeVariables(input);
  if (errors.length > 0) throw invalid(errors);
  return values;
}

async function getTheme(tx: Tx, address: string): Promise<ThemeRow> {
  const row = await findTheme(tx, address);
  if (!row) throw notFound('theme', address);
  return row;
}

function staysDefault({ key }: ThemeRow): Refusal {
  const message = `"${key}" is the default theme, and there must be one. Make another theme the default instead.`;
  return invalid([{ path: 'is_default', code: 'default_required', message }]);
}

/**
 * Layouts that point at a theme, and all texts with a theme tag that names it (THEME-25, THEME-26).
 */
async function usersOf(tx: Tx, { id, key }: ThemeRow): Promise<Users> {
  const most = limits.usersListed;
  const named = usersFrom(
    await listReferences(tx, 'theme', [key], most),
    await countReferences(tx, 'theme', [key]),
    key,
  );
  const layouts = await listLayoutsOfTheme(tx, { id, key }, most);
  return {
    ...named,
    layouts: layouts.map(({ count: _count, ...layout }) => layout),
    counts: { ...named.counts, layouts: layouts[0]?.count ?? 0 },
  };
}

export const themeHandlers: Pick<
  Handlers<RecompileDeps>,
  'list_themes' | 'get_theme' | 'create_theme' | 'update_theme' | 'delete_theme'
> = {
  list_themes: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await themePage(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    return {
      themes: shown.map(({ variables: _, revision: __, ...row }) => row),
      next_cursor,
      variables: themeVocabulary.map((variable) => ({ ...variable })),
      button_styles: [...buttonStyles],
      font_stacks: fontStacks.map((stack) => ({ ...stack })),
    };
  }),

  get_theme: read(async ({ theme_key }, { tx }) => {
    const row = await getTheme(tx, theme_key);
    return { theme: themeView(row), ...(await recompilingOf(tx, 'theme', row.id)) };
  }),

  create_theme: transaction(async (input, { tx, deps }) => {
    const begun = input.accent === undefined ? {} : themeFromAccent(input.accent);
    const variables = { ...begun, ...readVariables(input.variables) };
    await lockContent(tx, 'alone');
    const taken = new Set((await listThemes(tx)).map((theme) => theme.key));
    const key = freeThemeKey(input.name, taken);
    const row = await insertTheme(tx, { key, name: input.name, variables });
    if (input.is_default) await setDefaultTheme(tx, row.id);
    const reached = input.is_default ? await recompileForTheme(tx, deps, row) : {};
    const theme = themeView(input.is_default ? await getTheme(tx, key) : row);
    return { theme, ...reached, ...(await recompilingOf(tx, 'theme', row.id)) };
  }),

  update_theme: transaction(async (input, { tx, deps }) => {
    const values = readVariables(input.variables);
    if (input.replace && input.variables === undefined) {
      const message = 'With replace, variables is the whole set; send it ({} for all defaults).';
      throw invalid([{ path: 'variables', code: 'required', message }]);
    }
    await lockContent(tx, 'alone');
    const held = await getTheme(tx, input.theme_key);
    if (held.is_default && input.is_default === false) throw staysDefault(held);
    const variables = input.replace ? values : { ...held.variables, ...values };
    await updateTheme(tx, held.id, { name: input.name ?? held.name, variables });
    // The default can only be replaced by another theme (THEME-15).
    const isDefault = held.is_default || input.is_default === true;
    if (isDefault && !held.is_default) await setDefaultTheme(tx, held.id);
    const changes = input.variables !== undefined || isDefault !== held.is_default;
    const reached = changes ? await recompileForTheme(tx, deps, held) : {};
    const theme = themeView(await getTheme(tx, held.key));
    return { theme, ...reached, ...(await recompilingOf(tx, 'theme', held.id)) };
  }),

  delete_theme: transaction(async ({ theme_key }, { tx }) => {
    await lockContent(tx, 'alone');
    const theme = await getTheme(tx, theme_key);
    const { id, key, is_default } = theme;
    if (is_default) {
      const detail = `"${key}" is the default theme. Make another one the default first.`;
      throw new Refusal('conflict', detail);
    }
    const instead = 'Point them at another theme and take its key out of their tags first.';
    refuseInUse(`The theme "${key}"`, await usersOf(tx, theme), instead);
    await deleteTheme(tx, id);
    tx.work.tell({ resource: 'themes', id, action: 'deleted' });
    return { deleted: true };
  }),
};
