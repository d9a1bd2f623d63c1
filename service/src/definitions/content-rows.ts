import type { EmailSource } from '@postroad/core/content/compile/email';
import { bodiesOf } from '@postroad/core/content/compile/translations';
import { resolveTheme } from '@postroad/core/content/themes/values';
import type { DefinitionLibrary } from '@postroad/core/definitions/library';
import type { Account } from '@postroad/core/definitions/records';
import type { LayoutRow } from '@postroad/store/content/layout';
import type { Library } from '../content/compile/compile-batch.ts';
import { componentsWithin } from '../content/components.ts';
import type { CompileSource } from '../content/render/render-job.ts';

/** The compile inputs of an email in a tree; null if its layout does not exist. */
export function namedSource(
  library: DefinitionLibrary,
  { subject, pre_header, body_markdown, translations, kind = 'marketing' }: EmailSource,
  layoutId: number | null,
): CompileSource | null {
  const layout = library.layout(layoutId);
  if (layout === null) return null;
  const email = { subject, pre_header, body_markdown, translations: translations ?? {}, kind };
  const texts = [...bodiesOf(email), layout.source.html];
  const components = componentsWithin(library.components, texts);
  const scope = { ...library.scope(layout.theme), components };
  return { email, layout: layout.source, scope };
}

const never = new Date(0);

/** The library of an account that is not stored, in the form that compiling many emails needs. */
export function contentLibrary({ theme, component, template }: Account): Library {
  const standing = theme.find(({ is_default }) => is_default)?.key ?? '';
  const layouts = template.map(
    ({ id, key, name, html, css, theme: own, is_default }): LayoutRow => {
      const dates = { revision: 0, created_at: never, updated_at: never };
      const resolvedTheme = own ?? standing;
      return {
        id: id ?? 0,
        key: key ?? '',
        name,
        html,
        css,
        theme: own,
        resolved_theme: resolvedTheme,
        is_default,
        ...dates,
      };
    },
  );
  const rows = theme.map((one, index) => ({ ...one, id: index, revision: 0 }));
  return {
    layouts: new Map(layouts.map((layout) => [layout.id, layout])),
    themes: { rows, byKey: new Map(rows.map((row) => [row.key, resolveTheme(row.variables)])) },
    components: new Map(component.map(({ key, html }) => [key, html])),
  };
}
