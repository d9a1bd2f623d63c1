import type { OperationInput } from '@postroad/core/catalog/catalog';
import { keyFromName } from '@postroad/core/platform/key-from-name';
import { limits } from '@postroad/core/platform/limits';
import { invalid, notFound, Refusal } from '@postroad/core/platform/refusal';
import {
  type ComponentRow,
  type ComponentSummaryRow,
  deleteComponent,
  findComponent,
  insertComponent,
  listComponents,
  readComponents,
  updateComponent,
} from '@postroad/store/content/component';
import { lockContent } from '@postroad/store/content/content-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { freeKey } from '../platform/free-key.ts';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { refuseInUse, type Users, withoutKeys } from '../platform/in-use.ts';
import { idPageOf, pageOf, shownOf } from '../platform/page.ts';
import { type RecompileDeps, recompileForComponent, recompilingOf } from './compile/recompile.ts';
import { componentUses, keysReaching, markupByKey } from './components.ts';
import { RenderEnded, type Renderer } from './render/renderer.ts';
import { loadThemes, themeScope } from './themes.ts';

function summaryView(row: ComponentSummaryRow, { layouts, emails, ...used }: Users) {
  return {
    id: row.id,
    key: row.key,
    name: row.name,
    where_used: { ...used, layouts: withoutKeys(layouts), emails: withoutKeys(emails) },
    revision: row.revision,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

async function componentView(tx: Tx, row: ComponentRow) {
  const used = await componentUses(tx, [row.key], limits.usersListed);
  const component = { ...summaryView(row, used(row.key)), html: row.html };
  return { component, ...(await recompilingOf(tx, 'component', row.id)) };
}

async function getComponent(tx: Tx, address: string): Promise<ComponentRow> {
  const row = await findComponent(tx, address);
  if (!row) throw notFound('component', address);
  return row;
}

/**
 * Checks a saved component and all components that contain it, with the default theme for their
 * tags.
 */
async function checkSaved(tx: Tx, renderer: Renderer, saved: ComponentRow): Promise<void> {
  const rows = await readComponents(tx);
  const themes = await loadThemes(tx);
  const standing = themes.rows.find((theme) => theme.is_default)?.key ?? '';
  const scope = { ...themeScope(themes, standing), components: markupByKey(rows) };
  const holding = [...keysReaching(rows, (row) => row.id === saved.id)];
  const keys = [saved.key, ...holding.filter((key) => key !== saved.key)];
  const checked = await renderer
    .run('components', { keys, scope }, 'save')
    .catch((error: unknown) => {
      throw error instanceof RenderEnded ? error.asRefusal('html') : error;
    });
  for (const { key, errors } of checked) {
    const [error] = errors;
    if (!error) continue;
    if (key === saved.key) throw invalid(errors);
    const message = `The component "${key}" would break: ${error.message}`;
    throw invalid([{ path: 'html', code: 'component_breaks', message }]);
  }
}

/** The requested key, or a free one derived from the name. */
function newKey(input: OperationInput<'create_component'>, taken: ReadonlySet<string>): string {
  const { key, name } = input;
  if (key === undefined && name === undefined) {
    const message = 'A component needs a name, or a key.';
    throw invalid([{ path: 'name', code: 'required', message }]);
  }
  if (key === undefined) {
    const made = keyFromName(name ?? '', limits.keyChars) || 'component';
    const base = /^\d+$/.test(made) ? `component-${made}`.slice(0, limits.keyChars) : made;
    return freeKey(base, taken);
  }
  if (!taken.has(key)) return key;
  throw new Refusal('conflict', `There is a component "${key}" already. Change it instead.`);
}

export const componentHandlers: Pick<
  Handlers<RecompileDeps>,
  'list_components' | 'get_component' | 'create_component' | 'update_component' | 'delete_component'
> = {
  list_components: read(async (input, { tx }) => {
    const page = pageOf(input, 1);
    const rows = await listComponents(tx, idPageOf(page));
    const { shown, next_cursor } = shownOf(rows, page, (row) => [row.id]);
    const keys = shown.map((row) => row.key);
    const used = await componentUses(tx, keys, limits.usersListedInRow);
    return { components: shown.map((row) => summaryView(row, used(row.key))), next_cursor };
  }),

  get_component: read(async ({ component_key }, { tx }) => {
    return await componentView(tx, await getComponent(tx, component_key));
  }),

  create_component: transaction(async (input, { tx, deps }) => {
    await lockContent(tx, 'alone');
    const taken = new Set((await readComponents(tx)).map((row) => row.key));
    const key = newKey(input, taken);
    const row = await insertComponent(tx, { key, name: input.name ?? key, html: input.html });
    await checkSaved(tx, deps.renderer, row);
    return await componentView(tx, row);
  }),

  update_component: transaction(async ({ component_key, name, html }, { tx, deps }) => {
    await lockContent(tx, 'alone');
    const held = await getComponent(tx, component_key);
    const after = { name: name ?? held.name, html: html ?? held.html };
    const row = await updateComponent(tx, held.id, after);
    if (html === undefined) return await componentView(tx, row);
    await checkSaved(tx, deps.renderer, row);
    const reached = await recompileForComponent(tx, deps, row);
    return { ...(await componentView(tx, row)), ...reached };
  }),

  delete_component: transaction(async ({ component_key }, { tx }) => {
    await lockContent(tx, 'alone');
    const { id, key } = await getComponent(tx, component_key);
    const used = await componentUses(tx, [key], limits.usersListed);
    refuseInUse(`The component "${key}"`, used(key), 'Take its tag out of them first.');
    await deleteComponent(tx, id);
    tx.work.tell({ resource: 'components', id, action: 'deleted' });
    return { deleted: true };
  }),
};
