import type { Tool } from './tool.ts';

/** Tools of themes, layouts, components and emails. */
export const contentTools = [
  {
    name: 'list_themes',
    toolset: 'themes',
    description: 'List themes, and the variable vocabulary, button styles and font stacks.',
    asked: 'brand fonts styles',
    operation: 'list_themes',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_theme',
    toolset: 'themes',
    description: 'Get one theme with every variable resolved.',
    asked: 'brand style',
    operation: 'get_theme',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_theme',
    toolset: 'themes',
    description:
      'Create a new theme (omit theme_key, give name) or change one. Only variables sent change unless replace is true. Recompiles emails using it.',
    asked: 'brand colors, logo, fonts, dark mode, style, design',
    operation: { create: 'create_theme', update: 'update_theme', by: 'theme_key' },
    arguments: { undescribed: ['replace'], unlisted: ['accent'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'make_default_theme',
    toolset: 'themes',
    description: 'Make this theme the default in place of the previous one.',
    operation: { call: 'update_theme', with: { is_default: true } },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_theme',
    toolset: 'themes',
    description: 'Delete a theme; refused for the default one and while anything uses it.',
    operation: 'delete_theme',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_layouts',
    toolset: 'themes',
    description: 'List layouts (email templates) and the theme each one resolves to.',
    asked: 'html templates design',
    operation: 'list_layouts',
    arguments: { unlisted: ['key'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_layout',
    toolset: 'themes',
    description: 'Get one layout: HTML, CSS, theme, resolved_theme.',
    operation: 'get_layout',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_layout',
    toolset: 'themes',
    description: 'Create or change a layout. theme null follows the default theme.',
    asked: 'html template design header footer logo',
    operation: { create: 'create_layout', update: 'update_layout', by: 'layout_id' },
    arguments: { undescribed: ['theme', 'key'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_components',
    toolset: 'themes',
    description:
      'List components: HTML that emails and layouts share. component_key: one, in full.',
    asked: 'reusable blocks snippets partials',
    operation: { when: 'component_key', call: 'get_component', otherwise: 'list_components' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_component',
    toolset: 'themes',
    description:
      'Create (new key) or change a component, used as {% component "key" title:"Hi" %}; its arguments are Liquid variables in it. Recompiles emails.',
    asked: 'reusable block snippet partial',
    operation: {
      create: 'create_component',
      update: 'update_component',
      by: 'component_key',
      keyAs: 'key',
    },
    arguments: { undescribed: ['html'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_layout_or_component',
    toolset: 'themes',
    description: 'Delete one; refused while anything uses it.',
    operation: { when: 'component_key', call: 'delete_component', otherwise: 'delete_layout' },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'list_emails',
    toolset: 'emails',
    description:
      'Search or find emails by title, subject or pre-header; narrow by label and by what uses them.',
    asked: 'templates',
    operation: 'list_emails',
    arguments: {
      undescribed: ['used_mode', 'fields'],
      listed: ['fields'],
      unlisted: ['template_id', 'key', 'has_draft'],
    },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_email',
    toolset: 'emails',
    description:
      'Get one email with its body; stats: people sent, opened, clicked, left, by day; clicks by link.',
    asked: 'open rate, click rate, statistics, performance, translations',
    operation: { when: 'stats', call: 'get_email_stats', otherwise: 'get_email' },
    arguments: { undescribed: ['from', 'to'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_email',
    toolset: 'emails',
    description:
      'Write a new email (omit email) or change one. Body is markdown with Liquid; see describe_schema liquid.',
    asked:
      'translate translation into a language (german, french), languages, localize, multilingual, content, copywriting, template, transactional, edit rewrite the welcome mail',
    operation: { create: 'create_email', update: 'update_email', by: 'email' },
    arguments: {
      undescribed: [
        ...['title', 'from_address', 'reply_to', 'body_markdown', 'labels', 'key'],
        ...['template', 'tracking', 'kind'],
      ],
      unlisted: ['translations'],
    },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_email',
    toolset: 'emails',
    description:
      'Archive an email; restore brings it back. permanent deletes it, refused while anything references it.',
    asked: 'remove trash',
    operation: { when: 'restore', call: 'restore_email', otherwise: 'delete_email' },
    arguments: { undescribed: ['permanent'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
    aliases: ['archive_email'],
  },
  {
    name: 'preview_email',
    toolset: 'emails',
    description:
      'Render an email as a person gets it, or with another body_markdown or template_id. Sends nothing.',
    asked: 'show render on mobile, desktop, html, language, plain text',
    operation: 'preview_email',
    arguments: {
      undescribed: ['body_markdown', 'draft', 'event'],
      unlisted: ['language', 'subject', 'pre_header', 'unsaved'],
    },
    formats: ['text', 'html'],
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'fork_email',
    toolset: 'emails',
    description:
      'Give a sequence step or broadcast its own copy of the email it uses; or with email, copy an email.',
    asked: 'duplicate clone copy',
    operation: { when: 'email', call: 'duplicate_email', otherwise: 'fork_email' },
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  },
] as const satisfies readonly Tool[];
