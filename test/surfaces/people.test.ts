import { answersAlike } from './three-surfaces.ts';

const nobody = 'nobody@example.com';

answersAlike([
  { name: 'list_people', input: { q: 'ada', limit: 2 } },
  {
    name: 'list_people',
    input: { q: '@example.com', suppression: 'none', sort: '-email', count: true },
  },
  { name: 'list_people', input: { created_since: 'soon' } },
  { name: 'get_person', input: ({ person }) => ({ person }) },
  { name: 'get_person', input: { person: nobody } },
  { name: 'upsert_person', input: { email: 'New@example.com', fields: { seats: 2 }, tags: ['a'] } },
  { name: 'upsert_person', input: { email: 'two@example.com, three@example.com' } },
  {
    name: 'upsert_people',
    input: {
      people: [
        { email: 'New@example.com', tags: ['a'] },
        { email: 'x', frist_name: 'y' },
      ],
    },
  },
  { name: 'upsert_people', input: { people: [] } },
  {
    name: 'update_person',
    input: ({ person }) => ({ person, first_name: 'Ada', timezone: 'UTC' }),
  },
  { name: 'update_person', input: ({ person }) => ({ person, timezone: 'Nowhere' }) },
  { name: 'delete_person', input: ({ person }) => ({ person }) },
  { name: 'delete_person', input: { person: nobody } },
  { name: 'tag_person', input: ({ person }) => ({ person, tag: 'a/b c?' }) },
  { name: 'untag_person', input: ({ person }) => ({ person, tag: 'a/b c?' }) },
  { name: 'tag_people', input: { add_tags: ['bulk'], q: '@example.com' } },
  { name: 'tag_people', input: { remove_tags: ['bulk'] } },
  { name: 'list_taggings' },
  { name: 'get_tagging', input: { tagging_id: 999 } },
  { name: 'cancel_tagging', input: { tagging_id: 999 } },
  { name: 'add_note', input: ({ person }) => ({ person, body: 'Called.' }) },
  {
    name: 'record_consent',
    input: ({ person }) => ({
      ...{ person, kind: 'given', purpose: 'marketing', text: 'Yes', source: 'phone' },
      at: '2025-01-01T00:00:00Z',
    }),
  },
  { name: 'record_consent', input: ({ person }) => ({ person, kind: 'maybe' }) },
  { name: 'list_consents', input: ({ person }) => ({ person }) },
  { name: 'list_consents', input: { person: nobody } },
  { name: 'export_person', input: ({ person }) => ({ person, limit: 1 }) },
  { name: 'export_person', input: { person: nobody } },
  { name: 'get_timeline', input: ({ person }) => ({ person, limit: 5 }) },
  { name: 'explain_delivery', input: ({ person, email_id }) => ({ person, email_id }) },
  { name: 'explain_delivery', input: ({ person, flow_key }) => ({ person, flow_key }) },
]);
