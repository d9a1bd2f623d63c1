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
  forms: 'form',
  fields: 'field',
  webhook_endpoints: 'webhook_endpoint',
  profile: 'profile',
  settings: null,
} as const;

export type RevisedResource = keyof typeof revisedMembers;

/**
 * Drafts count their changes too, so that no author replaces the draft of another unnoticed. They are
 * kept beside records and are none themselves (docs/decisions/0040).
 */
export const draftMembers = { flow_drafts: 'draft', email_drafts: 'draft' } as const;

export type DraftResource = keyof typeof draftMembers;
export type CountedResource = RevisedResource | DraftResource;

export function isDraft(resource: CountedResource): resource is DraftResource {
  return Object.hasOwn(draftMembers, resource);
}

/** What a caller expects of a draft that they begin: there is none. */
export const noDraft = 0;

/**
 * The revisions of a record that a caller has seen and acts on; `any` where it must only exist, and
 * `noDraft` where a draft must not.
 */
export type ExpectedRevision = readonly number[] | 'any';

/** In the place of a resource: that of the record whose change an operation names. */
export const ofTheChange = 'of the change';
