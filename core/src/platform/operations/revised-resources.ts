/**
 * The resources whose records count their changes (REV-01), each with the member of an answer that is
 * the record; null where the revision is beside it.
 */
export const revisedMembers = {
  themes: 'theme',
  products: 'product',
  templates: 'template',
  components: 'component',
  emails: 'email',
  sequences: 'sequence',
  flows: 'flow',
  broadcasts: 'broadcast',
  segments: 'segment',
  guards: 'guard',
  fields: 'field',
  profile: 'profile',
  settings: null,
} as const;

export type RevisedResource = keyof typeof revisedMembers;

/** The revisions of a record that a caller has seen and acts on; `any` where it must only exist. */
export type ExpectedRevision = readonly number[] | 'any';

/** In the place of a resource: that of the record whose change an operation names. */
export const ofTheChange = 'of the change';
