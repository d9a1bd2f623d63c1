import { componentKeysNamedIn } from '../content/liquid/component-tag.ts';
import { themeKeysNamedIn } from '../content/themes/theme-tags.ts';
import type { Account, Records } from './records.ts';

type LibraryAccount = Pick<Account, 'theme' | 'component' | 'template'>;

/** The emails that may look different or break after themes, components and layouts change. */
export interface AffectedEmails {
  /** Keys of changed themes and components, new and deleted ones included. */
  themes: ReadonlySet<string>;
  components: ReadonlySet<string>;
  /** Ids of layouts. */
  templates: ReadonlySet<number>;
  /** Whether emails without their own layout now render in another one. */
  defaultMoved: boolean;
  /** Whether an email renders differently through something other than its own text. */
  email(email: Records['email']): boolean;
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

function changedKeys<R extends { key: string }>(
  before: readonly R[],
  after: readonly R[],
  content: (record: R) => unknown,
): Set<string> {
  const was = new Map(before.map((record) => [record.key, record]));
  const changed = new Set<string>();
  for (const record of after) {
    const old = was.get(record.key);
    if (!old || !same(content(old), content(record))) changed.add(record.key);
    was.delete(record.key);
  }
  for (const key of was.keys()) changed.add(key);
  return changed;
}

function defaultOf<R extends { is_default: boolean }>(records: readonly R[]): R | null {
  return records.find(({ is_default }) => is_default) ?? null;
}

/** Compares two states of the content that emails depend on. */
export function affectedEmails(before: LibraryAccount, after: LibraryAccount): AffectedEmails {
  const themes = changedKeys(before.theme, after.theme, ({ variables }) => variables);
  const components = changedKeys(before.component, after.component, ({ html }) => html);
  const names = (text: string) =>
    themeKeysNamedIn(text).some((key) => themes.has(key)) ||
    componentKeysNamedIn(text).some((key) => components.has(key));
  for (let size = -1; size !== components.size; ) {
    size = components.size;
    for (const { key, html } of after.component) if (names(html)) components.add(key);
  }
  const standing = defaultOf(after.theme)?.key ?? null;
  const themeMoved = standing !== (defaultOf(before.theme)?.key ?? null);
  const was = new Map(before.template.map((template) => [template.id, template]));
  const templates = new Set<number>();
  for (const template of after.template) {
    const old = was.get(template.id);
    const follows = template.theme === null && themeMoved;
    const own =
      !old || !same([old.html, old.css, old.theme], [template.html, template.css, template.theme]);
    const key = template.theme ?? standing ?? '';
    if (own || follows || themes.has(key) || names(`${template.html}\n${template.css}`)) {
      templates.add(template.id ?? 0);
    }
  }
  const base = defaultOf(after.template)?.id ?? 0;
  const defaultMoved = base !== (defaultOf(before.template)?.id ?? 0);
  const any = themes.size + components.size + templates.size > 0;
  return {
    ...{ themes, components, templates, defaultMoved },
    email({ template_id, body_markdown }) {
      if (template_id === null && defaultMoved) return true;
      return any && (templates.has(template_id ?? base) || names(body_markdown));
    },
  };
}
