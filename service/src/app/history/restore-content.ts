import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import { findTheme } from '@postroad/store/content/theme';
import type { Tx } from '@postroad/store/platform/transaction';
import { differing, pick, type Restorer, type Row, type Undoing } from './restorer.ts';
import { compiledWithin, within } from './within.ts';

/** Only another default can take the place of the default. */
function refuseDefaultLost(was: Row, present: Row, noun: string): void {
  if (was.is_default || !present.is_default) return;
  const detail = `The ${noun} "${String(present.name)}" is the default, and there must be one. Make another ${noun} the default instead.`;
  throw new Refusal('conflict', detail);
}

const themeContent = (was: Row) => ({ name: was.name, variables: was.variables, replace: true });

export const themeRestorer: Restorer = {
  async update(undoing, was, present) {
    refuseDefaultLost(was, present, 'theme');
    const isDefault = was.is_default ? { is_default: true } : {};
    const content = { ...themeContent(was), ...isDefault };
    await within(undoing, 'update_theme', { theme_key: String(present.id), ...content });
  },
  async create(undoing, was) {
    await lockContent(undoing.tx, 'alone');
    // A new theme gets a key of its name, so nobody else looks.
    if (await findTheme(undoing.tx, String(was.key))) {
      const detail = `There is another theme "${String(was.key)}" by now. Delete it first.`;
      throw new Refusal('conflict', detail);
    }
    await within(undoing, 'create_theme', pick(was, ['name', 'variables']));
  },
  remove: (undoing, present) => within(undoing, 'delete_theme', { theme_key: String(present.id) }),
};

/** The key of the theme that a layout had; null for the default theme. */
async function themeOf(tx: Tx, { theme_id }: Row): Promise<string | null> {
  if (typeof theme_id !== 'number') return null;
  const theme = await findTheme(tx, String(theme_id));
  if (theme) return theme.key;
  const message = `There is no theme ${theme_id} any more, which the layout had. Bring it back first.`;
  throw invalid([{ path: 'theme', code: 'theme_unknown', message }]);
}

async function layoutContent({ tx }: Undoing, was: Row) {
  const theme = await themeOf(tx, was);
  return { ...pick(was, ['name', 'html', 'css']), ...(theme === null ? {} : { theme }) };
}

export const layoutRestorer: Restorer = {
  async update(undoing, was, present) {
    refuseDefaultLost(was, present, 'layout');
    const isDefault = was.is_default ? { is_default: true } : {};
    const content = { theme: null, ...(await layoutContent(undoing, was)), ...isDefault };
    await within(undoing, 'update_layout', { layout_id: present.id, ...content });
  },
  async create(undoing, was) {
    await within(undoing, 'create_layout', {
      key: was.key,
      ...(await layoutContent(undoing, was)),
    });
  },
  remove: (undoing, present) => within(undoing, 'delete_layout', { layout_id: present.id }),
};

export const componentRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_component', {
      component_key: String(present.id),
      ...pick(was, ['name', 'html']),
    }),
  create: (undoing, was) => within(undoing, 'create_component', pick(was, ['key', 'name', 'html'])),
  remove: (undoing, present) =>
    within(undoing, 'delete_component', { component_key: String(present.id) }),
};

const emailMembers = [
  'subject',
  'pre_header',
  'from_address',
  'reply_to',
  'body_markdown',
  'labels',
  'tracking',
];

const emailContent = (was: Row) => ({
  ...pick(was, emailMembers),
  title: was.title ?? '',
  template_id: was.layout_id ?? null,
});

export const emailRestorer: Restorer = {
  async update(undoing, was, present) {
    const emailId = present.id;
    const archived = (row: Row) => (row.archived_at ?? null) !== null;
    if (differing(was, present, ['title', 'layout_id', ...emailMembers]).length > 0) {
      await compiledWithin(undoing, 'update_email', { email_id: emailId, ...emailContent(was) });
    }
    if (archived(was) && !archived(present))
      await within(undoing, 'delete_email', { email_id: emailId });
    if (!archived(was) && archived(present))
      await within(undoing, 'restore_email', { email_id: emailId });
  },
  async create(undoing, was) {
    const content = { key: was.key, ...emailContent(was) };
    const { email } = await compiledWithin(undoing, 'create_email', content);
    if ((was.archived_at ?? null) !== null) {
      await within(undoing, 'delete_email', { email_id: email.id });
    }
  },
  remove: (undoing, present) =>
    within(undoing, 'delete_email', { email_id: present.id, permanent: true }),
};
