import type { OperationInput } from '@postroad/core/catalog/catalog';
import { parseThemeVariables, resolveTheme } from '@postroad/core/content/themes/values';
import { invalid } from '@postroad/core/platform/refusal';
import type { LayoutRow } from '@postroad/store/content/layout';
import type { Themes } from '../themes.ts';
import type { CompileSource } from './render-job.ts';

/** Records as they are being edited, which a preview takes in place of the stored ones (CON2-01). */
export type Unsaved = NonNullable<OperationInput<'preview_email'>['unsaved']>;

/** What an email renders in. */
export interface Surroundings {
  layout: LayoutRow;
  themes: Themes;
}

function refused(path: string, code: string, message: string) {
  return invalid([{ path: `unsaved.${path}`, code, message }]);
}

function themesWith(themes: Themes, theme: Unsaved['theme']): Themes {
  if (theme === undefined) return themes;
  const stored = themes.rows.find(({ key }) => key === theme.key);
  if (stored === undefined) {
    throw refused('theme.key', 'theme_unknown', `There is no theme "${theme.key}".`);
  }
  const { values, errors } = parseThemeVariables(theme.variables);
  if (errors.length > 0) {
    throw invalid(errors.map((error) => ({ ...error, path: `unsaved.theme.${error.path}` })));
  }
  const tried = resolveTheme({ ...stored.variables, ...values });
  return { ...themes, byKey: new Map([...themes.byKey, [theme.key, tried]]) };
}

function themeOf({ rows }: Themes, key: string | null): string {
  const row = rows.find((one) => (key === null ? one.is_default : one.key === key));
  if (row !== undefined) return row.key;
  throw refused('layout.theme', 'theme_unknown', `There is no theme "${key}".`);
}

/** The layout and the themes as they are being edited. Throws a 422. */
export function surroundingsWith({ layout, themes }: Surroundings, unsaved: Unsaved): Surroundings {
  const { html = layout.html, css = layout.css, theme } = unsaved.layout ?? {};
  const resolved = theme === undefined ? layout.resolved_theme : themeOf(themes, theme);
  return {
    layout: { ...layout, html, css, resolved_theme: resolved },
    themes: themesWith(themes, unsaved.theme),
  };
}

/** The component as it is being edited. */
export function componentWith(source: CompileSource, { component }: Unsaved): CompileSource {
  if (component === undefined) return source;
  const components = new Map([...(source.scope.components ?? []), [component.key, component.html]]);
  return { ...source, scope: { ...source.scope, components } };
}
