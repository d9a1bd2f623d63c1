import type {
  OperationInput,
  OperationName,
  OperationOutput,
} from '@postroad/core/catalog/catalog';
import { compileEmail } from '@postroad/core/content/compile/compile';
import type { Compilation, EmailSource } from '@postroad/core/content/compile/email';
import { bodiesOf } from '@postroad/core/content/compile/translations';
import type { Issue } from '@postroad/core/platform/issue';
import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { findLayouts, type LayoutRow } from '@postroad/store/content/layout';
import type { Tx } from '@postroad/store/platform/transaction';
import type { CompileHandler, Context } from '../../platform/handler.ts';
import { componentsFor } from '../components.ts';
import { type CompileSource, keyOfSource, type Rendered } from '../render/render-job.ts';
import type { Renderer } from '../render/renderer.ts';
import { loadThemes, type Themes, themeScope } from '../themes.ts';
import { inlineCss } from './inline-css.ts';

/** The author of an email can only correct its body, whichever part of the page shows the fault. */
export function asEmailErrors(errors: Issue[]): Issue[] {
  return errors.map((error) =>
    error.path === 'html' || error.path === 'css' ? { ...error, path: 'body_markdown' } : error,
  );
}

/** The compile inputs of an email in a stored layout; null means the default layout. */
export async function compileSource(
  tx: Tx,
  email: EmailSource,
  layoutId: number | null,
): Promise<CompileSource> {
  const [layout, themes] = await Promise.all([getLayout(tx, layoutId), loadThemes(tx)]);
  return await sourceWithin(tx, email, layout, themes);
}

/** Throws a 422. */
export async function getLayout(tx: Tx, id: number | null): Promise<LayoutRow> {
  const [layout] = await findLayouts(tx, [id ?? 0]);
  if (layout) return layout;
  const message = `There is no layout ${id}. List the layouts to find the right id.`;
  throw invalid([{ path: 'template_id', code: 'template_unknown', message }]);
}

/** The same with a layout and themes that are already loaded. */
export async function sourceWithin(
  tx: Tx,
  { subject, pre_header, body_markdown, language, translations, kind = 'marketing' }: EmailSource,
  { html, css, resolved_theme }: LayoutRow,
  themes: Themes,
): Promise<CompileSource> {
  const words = { subject, pre_header, body_markdown, language };
  const email = { ...words, translations: translations ?? {}, kind };
  const components = await componentsFor(tx, [...bodiesOf(email), html]);
  return {
    email,
    layout: { html, css },
    scope: { ...themeScope(themes, resolved_theme), components },
  };
}

/**
 * The 422 for a compile with errors, under the paths `subject`, `pre_header` and `body_markdown`.
 */
export function refusedCompile({ errors }: Pick<Compilation, 'errors'>): Refusal {
  return invalid(asEmailErrors(errors));
}

export interface Compiled {
  compiled: NonNullable<Compilation['compiled']>;
  warnings: Issue[];
}

/** Compiles one email on this thread, for built-in content. Throws a 422. */
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

/** Compiles a source in a thread that can be stopped. Throws a 422. */
export type Compile = (source: CompileSource) => Promise<Compiled>;

function compiledOf(rendered: Rendered | Refusal): Compiled {
  if (rendered instanceof Refusal) throw rendered;
  const { compiled, warnings } = rendered;
  if (!compiled) throw refusedCompile(rendered);
  return { compiled, warnings };
}

/** Compiles without a handler that has compiled ahead. */
export function compileWith(renderer: Renderer): Compile {
  return async (source) => compiledOf(await renderer.render({ ...source, fill: null }, 'save'));
}

function refusalOf(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/**
 * Compiles what a save will probably need before its transaction begins. The transaction uses the
 * result unless its inputs have changed meanwhile. A refusal is left to the transaction, which may
 * replay a first answer instead.
 */
export async function compileSeveral(
  renderer: Renderer,
  expected: Promise<readonly CompileSource[]>,
): Promise<Compile> {
  const render = (source: CompileSource): Promise<Rendered | Refusal> =>
    renderer.render({ ...source, fill: null }, 'save').catch(refusalOf);
  const sources = await expected.catch(refusalOf);
  const ahead = new Map<string, Rendered | Refusal>();
  for (const source of sources instanceof Refusal ? [] : sources) {
    ahead.set(keyOfSource(source), await render(source));
  }
  return async (wanted) => compiledOf(ahead.get(keyOfSource(wanted)) ?? (await render(wanted)));
}

/**
 * A handler that compiles an email and saves it. `expect` reads what will probably be compiled,
 * null if nothing is; `write` asks for what it really needs.
 */
export function compileFirst<
  Name extends OperationName,
  Deps extends { renderer: Renderer },
>(steps: {
  expect: (input: OperationInput<Name>, context: Context<Deps>) => Promise<CompileSource | null>;
  write: (
    input: OperationInput<Name>,
    context: Context<Deps>,
    compile: Compile,
  ) => Promise<OperationOutput<Name>>;
}): CompileHandler<Name, Deps> {
  return {
    kind: 'compile',
    async prepare(input, { renderer }, read) {
      const expected = read(async (context) => {
        const source = await steps.expect(input, context);
        return source === null ? [] : [source];
      });
      const compile = await compileSeveral(renderer, expected);
      return (context) => steps.write(input, context, compile);
    },
  };
}
