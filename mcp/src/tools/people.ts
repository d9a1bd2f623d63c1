import { followImport } from './import-progress.ts';
import type { Tool } from './tool.ts';

/** Tools of people: their profile, tags, fields, notes, history, import and export. */
export const peopleTools = [
  {
    name: 'list_tags',
    toolset: 'people',
    description: 'List tags with people counts.',
    asked: 'labels of people',
    operation: 'list_tags',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'get_person',
    toolset: 'people',
    description:
      'Look up one person (customer, subscriber): profile, fields, tags, subscription state.',
    asked: 'contact user opt-out unsubscribed bounced total spend revenue value',
    operation: 'get_person',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'list_people',
    toolset: 'people',
    description: 'List or count people, newest first. format: a file that import_people reads.',
    asked:
      'find or search people by name, contacts subscribers users recipients audience csv export download, unsubscribed, suppression list, bounced addresses, suppressed, members of a segment, who is in it',
    operation: { when: 'format', call: 'export_people', otherwise: 'list_people' },
    arguments: {
      unlisted: ['updated_since', 'updated_until'],
      undescribed: ['fields', 'count', 'suppression', 'created_until'],
      listed: ['fields'],
    },
    hints: { readOnly: true, openWorld: false },
    alsoServes: ['list_segment_people'],
  },
  {
    name: 'get_timeline',
    toolset: 'people',
    description: 'History of one person, newest first: events, changes, sends, runs, notes.',
    asked: 'activity log history',
    operation: 'get_timeline',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_person',
    toolset: 'people',
    description:
      'Create a person or change the one with that email (omit person), or change person. tags are added, null clears; can start flows.',
    asked:
      'contact user, unsubscribe somebody, opt-out, resubscribe, blacklist or block an address, suppress, do not contact, stop mailing somebody, time zone of a person',
    operation: { create: 'upsert_person', update: 'update_person', by: 'person' },
    arguments: { undescribed: ['timezone'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  },
  {
    name: 'save_people',
    toolset: 'people',
    description: 'Create or change many people; entries: email and what save_person takes.',
    operation: 'upsert_people',
    arguments: { undescribed: ['people'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  },
  {
    name: 'delete_person',
    toolset: 'people',
    description:
      'Erase a person with events, runs, sends and notes, for good. The address stays suppressed.',
    asked: 'gdpr right to be forgotten, remove contact, erasure, delete data',
    operation: 'delete_person',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'tag_person',
    toolset: 'people',
    description: 'Tag a person, or with remove untag them; both can start flows.',
    operation: { when: 'remove', call: 'untag_person', otherwise: 'tag_person' },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  },
  {
    name: 'tag_people',
    toolset: 'people',
    description:
      'Tag or untag everybody who matches filters as in list_people, in the background; can start flows. Progress: list_taggings; stop: cancel_tagging.',
    asked: 'bulk tag many people, label everyone',
    operation: 'tag_people',
    arguments: {
      unlisted: ['updated_since', 'updated_until'],
      undescribed: ['q', 'segment', 'suppression', 'created_until', 'everybody'],
    },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
  },
  {
    name: 'list_taggings',
    toolset: 'people',
    description: 'List bulk taggings with their progress; tagging_id: one.',
    operation: { when: 'tagging_id', call: 'get_tagging', otherwise: 'list_taggings' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'cancel_tagging',
    toolset: 'people',
    description: 'Stop a bulk tagging; people keep the tags that it has given.',
    operation: 'cancel_tagging',
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'add_note',
    toolset: 'people',
    description: 'Add a note to the timeline of a person.',
    operation: 'add_note',
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  },
  {
    name: 'list_consents',
    toolset: 'people',
    description: 'What a person agreed to and withdrew, newest first.',
    asked: 'gdpr proof of opt-in, legal',
    operation: 'list_consents',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'record_consent',
    toolset: 'people',
    description: 'Record a consent or withdrawal given elsewhere; it changes no subscription.',
    operation: 'record_consent',
    hints: { readOnly: false, destructive: false, idempotent: false, openWorld: false },
  },
  {
    name: 'export_person',
    toolset: 'people',
    description: 'All that is stored about one person, page by page.',
    asked: 'gdpr data subject access request, portability',
    operation: 'export_person',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'list_fields',
    toolset: 'people',
    description: 'List custom fields of people, or one; a first value registers its field too.',
    operation: { when: 'field_key', call: 'get_field', otherwise: 'list_fields' },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'save_field',
    toolset: 'people',
    description: 'Create or change a custom field of people; a new key creates one.',
    operation: { create: 'create_field', update: 'update_field', by: 'field_key', keyAs: 'key' },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'delete_field_or_product',
    toolset: 'people',
    description:
      'Delete a custom field that never had values, or a product that nothing refers to.',
    operation: { when: 'product_key', call: 'delete_product', otherwise: 'delete_field' },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
  {
    name: 'import_people',
    toolset: 'people',
    description:
      'Import people (contacts) by email from CSV or NDJSON; never resubscribes. mapping: column to email, first_name, last_name, tags, fields.<key> or ignore. Try dry_run first.',
    asked: 'upload a list of contacts, bulk import, migrate, add subscribers',
    operation: 'import_people',
    arguments: {
      undescribed: [
        ...['content', 'mapping', 'tags', 'trigger', 'delimiter', 'tag_separator', 'clear_blank'],
        'other_columns',
      ],
      unlisted: ['skip_bad_cells', 'date_order'],
    },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: true },
    follow: followImport,
  },
  {
    name: 'list_imports',
    toolset: 'people',
    description:
      'List imports of people with their progress; import_id: one with its first errors.',
    operation: { when: 'import_id', call: 'get_import', otherwise: 'list_imports' },
    arguments: { undescribed: ['import_id'] },
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'list_import_errors',
    toolset: 'people',
    description: 'List the rows that an import skipped, each with its fault.',
    operation: 'list_import_errors',
    hints: { readOnly: true, openWorld: false },
  },
  {
    name: 'cancel_import',
    toolset: 'people',
    description: 'Stop an import; people already imported stay.',
    operation: 'cancel_import',
    arguments: { undescribed: ['import_id'] },
    hints: { readOnly: false, destructive: true, idempotent: true, openWorld: false },
  },
] as const satisfies readonly Tool[];
