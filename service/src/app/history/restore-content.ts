import { invalid, Refusal } from '@postroad/core/platform/refusal';
import { lockContent } from '@postroad/store/content/content-lock';
import { findTheme } from '@postroad/store/content/theme';
import type { Tx } from '@postroad/store/platform/transaction';
import { isSame, type Restorer, type Row } from './restorer.ts';
import { argumentsIn, compiledWithin, within } from './within.ts';

/** Only another default can take the place of the default. */
function refuseDefaultLost(was: Row, present: Row, noun: string): void {
  if (was.is_default || !present.is_default) return;
  const detail = `The ${noun} "${String(present.name)}" is the default, and there must be one. Make another ${noun} the default instead.`;
  throw new Refusal('conflict', detail);
}

export const themeRestorer: Restorer = {
  async update(undoing, was, present) {
    refuseDefaultLost(was, present, 'theme');
    await within(undoing, 'update_theme', {
      theme_key: String(present.id),
      ...argumentsIn('update_theme', was),
      ...{ replace: true, is_default: Boolean(was.is_default) },
    });
  },
  async create(undoing, was) {
    await lockContent(undoing.tx, 'alone');
    // A new theme gets a key of its name, so nobody else looks.
    if (await findTheme(undoing.tx, String(was.key))) {
      const detail = `There is another theme "${String(was.key)}" by now. Delete it first.`;
      throw new Refusal('conflict', detail);
    }
    await within(undoing, 'create_theme', {
      ...argumentsIn('create_theme', was),
      is_default: false,
    });
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

export const layoutRestorer: Restorer = {
  async update(undoing, was, present) {
    refuseDefaultLost(was, present, 'layout');
    await within(undoing, 'update_layout', {
      layout_id: present.id,
      ...argumentsIn('update_layout', was),
      theme: await themeOf(undoing.tx, was),
    });
  },
  async create(undoing, was) {
    const theme = await themeOf(undoing.tx, was);
    await within(undoing, 'create_layout', {
      ...argumentsIn('create_layout', was),
      ...{ ...(theme === null ? {} : { theme }), is_default: false },
    });
  },
  remove: (undoing, present) => within(undoing, 'delete_layout', { layout_id: present.id }),
};

export const componentRestorer: Restorer = {
  update: (undoing, was, present) =>
    within(undoing, 'update_component', {
      component_key: String(present.id),
      ...argumentsIn('update_component', was),
    }),
  create: (undoing, was) =>
    within(undoing, 'create_component', argumentsIn('create_component', was)),
  remove: (undoing, present) =>
    within(undoing, 'delete_component', { component_key: String(present.id) }),
};

const emailContent = (name: 'create_email' | 'update_email', was: Row) => ({
  ...argumentsIn(name, was),
  title: was.title ?? '',
  template_id: was.layout_id ?? null,
});

export const emailRestorer: Restorer = {
  async update(undoing, was, present) {
    const emailId = present.id;
    const archived = (row: Row) => (row.archived_at ?? null) !== null;
    const content = emailContent('update_email', was);
    if (!isSame(content, emailContent('update_email', present))) {
      await compiledWithin(undoing, 'update_email', { email_id: emailId, ...content });
    }
    if (archived(was) && !archived(present))
      await within(undoing, 'delete_email', { email_id: emailId });
    if (!archived(was) && archived(present))
      await within(undoing, 'restore_email', { email_id: emailId });
  },
  async create(undoing, was) {
    const content = emailContent('create_email', was);
    const { email } = await compiledWithin(undoing, 'create_email', content);
    if ((was.archived_at ?? null) !== null) {
      await within(undoing, 'delete_email', { email_id: email.id });
    }
  },
  remove: (undoing, present) =>
    within(undoing, 'delete_email', { email_id: present.id, permanent: true }),
};
