import { componentKeysNamedIn } from '@postroad/core/content/liquid/component-tag';
import { themeKeysNamedIn } from '@postroad/core/content/themes/theme-tags';
import { limits } from '@postroad/core/platform/limits';
import type { Reaches, Recompiling } from '@postroad/core/platform/operations/shapes';
import { invalid } from '@postroad/core/platform/refusal';
import { readComponents } from '@postroad/store/content/component';
import { findEmailsNaming } from '@postroad/store/content/content-reference';
import { findEmailTitles } from '@postroad/store/content/email';
import { findLayouts, type LayoutRow } from '@postroad/store/content/layout';
import {
  findRecompile,
  keepRecompile,
  listFailed,
  listMarked,
  markStale,
  type RecompileSubject,
  readStaleEmails,
  settleCompiles,
} from '@postroad/store/content/stale-compile';
import type { Tx } from '@postroad/store/platform/transaction';
import { keysReaching } from '../components.ts';
import { liveMailOf } from '../live-mail.ts';
import type { Renderer } from '../render/renderer.ts';
import {
  batchesOf,
  brokenLayout,
  compileBatch,
  type Library,
  loadLibrary,
} from './compile-batch.ts';

/** The parts of the service that recompiling needs. */
export interface RecompileDeps {
  renderer: Renderer;
}

/** A member of the answer to the change; empty where it reaches no email. */
export interface Reached {
  reaches?: Reaches;
}

/** Names by which a text refers to the changed record. */
interface Named {
  themeKey: string | null;
  componentKeys: ReadonlySet<string>;
}

const nothing: Named = { themeKey: null, componentKeys: new Set() };

/**
 * The saved record, and the emails it affects: those in the layouts, and those whose body names it.
 */
interface Change {
  subject: RecompileSubject;
  id: number;
  layouts: LayoutRow[];
  named: Named;
}

function names(text: string, { themeKey, componentKeys }: Named): boolean {
  if (themeKey !== null && themeKeysNamedIn(text).includes(themeKey)) return true;
  return componentKeys.size > 0 && componentKeysNamedIn(text).some((key) => componentKeys.has(key));
}

/** Emails whose body names the changed record. */
async function emailsNaming(tx: Tx, { themeKey, componentKeys }: Named): Promise<number[]> {
  const byTheme = themeKey === null ? [] : await findEmailsNaming(tx, 'theme', [themeKey]);
  if (componentKeys.size === 0) return byTheme;
  return [...byTheme, ...(await findEmailsNaming(tx, 'component', [...componentKeys]))];
}

/** Fields of the saved records, which refusals report as their paths. */
const pathOf = { theme: 'variables', layout: 'html', component: 'html' } as const;

function breaks(change: Change, code: 'layout_breaks' | 'email_breaks', message: string) {
  return invalid([{ path: pathOf[change.subject], code, message }]);
}

function layoutBreaks(change: Change, { id, name }: LayoutRow, reason: string) {
  return breaks(change, 'layout_breaks', `The layout ${id} "${name}" would break: ${reason}`);
}

/**
 * Compiles emails of a generation in the transaction of the save. A 422 names an email that would
 * break.
 */
async function compileNow(
  tx: Tx,
  { renderer }: RecompileDeps,
  change: Change,
  ids: number[],
): Promise<void> {
  const emails = await readStaleEmails(tx, ids);
  const library = await loadLibrary(tx, [...new Set(emails.map((email) => email.layout_id))]);
  const batches = batchesOf(emails).map((batch) => compileBatch(renderer, batch, library, 'save'));
  for (const batch of await Promise.all(batches)) {
    const compiles = batch.map(({ email, result }) => {
      const { id, generation } = email;
      if (result.fault === null) return { email_id: id, generation, packed: result.packed };
      const { in: where, message } = result.fault;
      const layout = library.layouts.get(email.layout_id);
      if (where === 'layout' && layout) throw layoutBreaks(change, layout, message);
      const sentence = `Email ${id} "${email.name}" would no longer compile: ${message}`;
      throw breaks(change, 'email_breaks', sentence);
    });
    await settleCompiles(tx, compiles);
  }
}

/**
 * How many of the emails are compiled before the save is accepted. Values of a theme follow a
 * strict grammar and break nothing; markup may, and then it usually breaks every email alike.
 */
function compiledAtOnce(change: Change, count: number): number {
  if (count <= limits.recompileAtOnce) return count;
  return change.subject === 'theme' ? 0 : limits.recompileSample;
}

/**
 * Recompiles the emails that a change affects (THEME-28, THEME-29): in this transaction, or in the
 * background if there are many, see `recompile-stale.ts`. Queued mail refers to its email and is
 * sent with the new compile, since a stale email is never sent. The caller holds the exclusive lock
 * of the library.
 */
async function recompile(tx: Tx, deps: RecompileDeps, change: Change): Promise<Reached> {
  const layoutIds = change.layouts.map(({ id }) => id);
  const emailIds = await emailsNaming(tx, change.named);
  const { generation, count } = await markStale(tx, { layoutIds, emailIds });
  const atOnce = compiledAtOnce(change, count);
  const ids = await listMarked(tx, generation, limits.usersListed);
  const titles = new Map((await findEmailTitles(tx, ids)).map(({ id, title }) => [id, title]));
  const emails = ids.map((id) => ({ id, title: titles.get(id) ?? '' }));
  const live = await liveMailOf(tx, await listMarked(tx, generation, count));
  const reached = count === 0 ? {} : { reaches: { count, emails, ...live } };
  if (atOnce > 0) await compileNow(tx, deps, change, await listMarked(tx, generation, atOnce));
  if (atOnce === count) return reached;
  const { subject, id: subjectId } = change;
  await keepRecompile(tx, { subject, subjectId, generation, total: count });
  tx.work.wake('recompiles');
  return reached;
}

/** After a change of a theme, or after it became the default. */
export async function recompileForTheme(
  tx: Tx,
  deps: RecompileDeps,
  { id, key }: { id: number; key: string },
): Promise<Reached> {
  const components = await readComponents(tx);
  const componentKeys = keysReaching(components, ({ html }) =>
    themeKeysNamedIn(html).includes(key),
  );
  const named = { themeKey: key, componentKeys };
  const layouts = (await findLayouts(tx, null)).filter(
    ({ resolved_theme, html, css }) => resolved_theme === key || names(`${html}\n${css}`, named),
  );
  return await recompile(tx, deps, { subject: 'theme', id, layouts, named });
}

/** After a change of a layout, or after it became the default. */
export async function recompileForLayout(
  tx: Tx,
  deps: RecompileDeps,
  layout: LayoutRow,
): Promise<Reached> {
  const change = { subject: 'layout' as const, id: layout.id, layouts: [layout], named: nothing };
  return await recompile(tx, deps, change);
}

/**
 * After a change of a component, which affects the emails that name it directly or through other
 * components and layouts.
 */
export async function recompileForComponent(
  tx: Tx,
  deps: RecompileDeps,
  { id, key }: { id: number; key: string },
): Promise<Reached> {
  const components = await readComponents(tx);
  const componentKeys = keysReaching(components, (row) => row.key === key);
  const named = { themeKey: null, componentKeys };
  const layouts = (await findLayouts(tx, null)).filter(({ html }) => names(html, named));
  const change = { subject: 'component' as const, id, layouts, named };
  const library: Library = await loadLibrary(
    tx,
    layouts.map((layout) => layout.id),
  );
  // A layout that no email uses yet would otherwise break unnoticed.
  const broken = await brokenLayout(deps.renderer, layouts, library);
  if (broken) throw layoutBreaks(change, broken.layout, broken.message);
  return await recompile(tx, deps, change);
}

/**
 * Progress of the recompiling that saves of themes, layouts or components caused, as a member of
 * the answer; empty once all emails are compiled.
 */
export async function recompilingOf(
  tx: Tx,
  subject: RecompileSubject,
  id: number,
): Promise<{ recompiling?: Recompiling }> {
  const found = await findRecompile(tx, subject, id);
  if (!found) return {};
  const { generation, total, waiting, failed } = found;
  const query = { since: generation, limit: limits.recompileFailuresListed };
  const failures = failed > 0 ? await listFailed(tx, query) : [];
  const done = Math.max(0, total - waiting - failed);
  return { recompiling: { total, done, failed, failures } };
}
