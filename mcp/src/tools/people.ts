import { either, type Tool, tool, unlisted } from './tool.ts';

/** Tools of people, what was sent to them, and what stops it. */
export const peopleTools: readonly Tool[] = [
  either('people', 'list_guards', 'get_guard', 'guard_key', { unlisted }),
  {
    toolset: 'people',
    name: 'save_guard',
    description:
      'Create (new key) or change a guard: emails of its labels, all where none, skip whoever matches its condition.',
    quiet: ['condition', 'labels'],
    serves: {
      create: 'create_guard',
      update: 'update_guard',
      by: 'guard_key',
      createsAs: 'key',
    },
  },
  either('people', 'delete_segment', 'delete_guard', 'guard_key', {
    name: 'delete_segment_or_guard',
    description: 'Delete one; a segment only where nothing names it.',
  }),
  tool('people', 'preview_segment', { quiet: ['definition'] }),
  tool('people', 'list_products', {
    description: 'List products with active subscriptions; events about money register them.',
    unlisted,
  }),
  {
    toolset: 'people',
    name: 'save_product',
    description: 'Create (new key) or rename a product.',
    serves: {
      create: 'create_product',
      update: 'update_product',
      by: 'product_key',
      createsAs: 'key',
    },
  },
  tool('people', 'list_subscriptions', {
    description: 'List subscriptions, newest first.',
    unlisted,
  }),
  either('people', 'list_queue', 'list_overdue', 'overdue', {
    description: 'What is about to send, held, and why; overdue: whether work is late.',
    unlisted: ['email_id', 'source', 'source_id'],
  }),
  tool('people', 'get_person', {
    description:
      'Look up one person (customer, subscriber): profile, fields, tags, subscription state.',
  }),
  either('people', 'list_people', 'export_people', 'format', {
    description:
      'List people, newest first; q: how address or name starts. format: a file that import_people reads.',
    unlisted,
  }),
  tool('people', 'explain_delivery', {
    description:
      'Why a person did or did not get (receive) an email, or where they are in a flow: every check, in order.',
  }),
  tool('people', 'get_timeline', {
    description: 'History of one person, newest first: events, changes, sends, runs, notes.',
    unlisted,
  }),
  {
    toolset: 'people',
    name: 'save_person',
    description:
      'Create a person or change who has the address (omit person, give email), or change person. tags are added, null clears; can start flows.',
    quiet: ['timezone'],
    serves: { create: 'upsert_person', update: 'update_person', by: 'person' },
  },
  tool('people', 'delete_person'),
  either('people', 'tag_person', 'untag_person', 'remove', {
    description: 'Tag a person, or with remove untag them; both can start flows.',
  }),
  tool('people', 'add_note', { description: 'Write a note about a person into the timeline.' }),
  either('people', 'list_fields', 'get_field', 'field_key', {
    description: 'List custom fields of people, or one; a first value registers a field too.',
    unlisted,
  }),
  {
    toolset: 'people',
    name: 'save_field',
    description: 'Create or change a custom field of people; a new key creates one.',
    serves: {
      create: 'create_field',
      update: 'update_field',
      by: 'field_key',
      createsAs: 'key',
    },
  },
  either('people', 'delete_field', 'delete_product', 'product_key', {
    name: 'delete_field_or_product',
    description: 'Delete a custom field that never had values, or a product that nothing names.',
  }),
  tool('people', 'import_people', {
    description:
      'Import people (contacts) by email from CSV or NDJSON; never resubscribes. mapping: column to email, first_name, last_name, tags, fields.<key> or ignore. Try dry_run first.',
    hints: { openWorldHint: true },
    quiet: ['content', 'mapping', 'tags', 'trigger'],
    unlisted: ['delimiter', 'tag_separator', 'clear_blank', 'other_columns'],
  }),
  either('people', 'list_imports', 'get_import', 'import_id', {
    description:
      'List imports of people with their progress; import_id: one with its first errors.',
    quiet: ['import_id'],
    unlisted,
  }),
  tool('people', 'list_import_errors', {
    hidden: true,
  }),
  tool('people', 'cancel_import', { quiet: ['import_id'] }),
  either('people', 'retry_send', 'dismiss_send', 'dismiss', {
    description:
      'Send an uncertain email again, which the person may then get twice; dismiss closes it instead.',
  }),
  either('people', 'retry_failed_sends', 'dismiss_uncertain_sends', 'dismiss', {
    description:
      'Send failed emails again, oldest first; dismiss closes uncertain ones instead. dry_run counts.',
    quiet: ['email_id', 'source', 'reason', 'include_uncertain'],
    unlisted: ['limit', 'person', 'source_id', 'since'],
  }),
];
