import type { OperationName } from '@postroad/core/catalog/catalog';
import type { WordKey } from '../words/en.ts';

interface Lead {
  to: string;
  /** The screen there, by its name. */
  place: WordKey;
  /** What the button says, in place of opening that screen. */
  label?: WordKey;
  /** What it takes there: who may not call it has no button. */
  operation?: OperationName;
}

const toFlows: Lead = { to: '/flows', place: 'nav.flows' };
const toPeople: Lead = { to: '/people', place: 'nav.people' };
const toQueue: Lead = { to: '/queue', place: 'nav.queue' };
const toRecord: Lead = {
  to: '/operations/record_event',
  place: 'noun.events',
  label: 'list.recordEvent',
  operation: 'record_event',
};
const toImport: Lead = {
  to: '/people/import',
  place: 'noun.imports',
  label: 'import.title',
  operation: 'import_people',
};

/** Where the first row of a list comes from, where no operation of its noun makes it by itself. */
export const emptyLeads: Readonly<Record<string, Lead>> = {
  people: toImport,
  imports: toImport,
  tags: toPeople,
  taggings: toPeople,
  subscriptions: toRecord,
  events: toRecord,
  'event-types': toRecord,
  queue: toFlows,
  sends: toFlows,
  messages: {
    to: '/operations/send_message',
    place: 'noun.messages',
    label: 'list.sendMessage',
    operation: 'send_message',
  },
  changes: { to: '/settings', place: 'nav.settings' },
  list_consents: toPeople,
  list_overdue: toQueue,
  list_bounces: { to: '/reports', place: 'nav.reports' },
};

/** Examples that one can type or save: the same in every language. */
export const emptyCommands: Readonly<Record<string, string>> = {
  people: 'email,first_name,tags\nmaya@example.com,Maya,newsletter',
  imports: 'postroad people import people.csv --dry-run',
  fields: 'postroad fields create --key plan --type string',
  tags: 'postroad people tag maya@example.com customer',
  products: 'postroad products create --key pro --name Pro',
  events: 'postroad events record --email maya@example.com --name signed_up',
  'event-types': 'postroad events record --email maya@example.com --name trial_began',
  messages: 'postroad messages send --to maya@example.com --subject Receipt --body-markdown Thanks',
  tokens: 'postroad tokens create --name Shop --scope events',
};
