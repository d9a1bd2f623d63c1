import { limits } from '../../platform/limits.ts';
import { fieldOf, type Topic } from './topic.ts';

/** Bounds that an author can reach, without those that other topics have; names end in the unit. */
const met = {
  bodyBytes: 'Of a request',
  jsonDepth: 'Levels of any JSON',
  peoplePerBatch: '',
  eventNameChars: '',
  pageDefault: 'Rows of a page',
  pageMax: 'Rows of a page; a larger limit is lowered',
  addressChars: '',
  nameChars: 'Names and titles',
  keyChars: '',
  labelChars: '',
  labelsPerRecord: '',
  tagChars: '',
  tagsPerPerson: '',
  fieldsPerPerson: '',
  fieldValueChars: '',
  idempotencyKeyChars: '',
  idempotencyHours: 'How long a key of a request is remembered',
  urlChars: '',
  preHeaderChars: '',
  layoutChars: '',
  fontStackChars: '',
  liquidDepth: 'Liquid tags inside each other',
  liquidRenderMs: 'To fill in one email',
  htmlDepth: 'Elements inside each other',
  htmlTags: 'In one email',
} as const satisfies Partial<Record<keyof typeof limits, string>>;

const limitNames = Object.keys(met) as (keyof typeof met)[];

export const limitsTopic: Topic = {
  names: [],
  parts: [],
  text: () => ({
    rules: ['The unit is last in each name. Other limits are in the topics they are about.'],
    fields: limitNames.map((name) => fieldOf(name, String(limits[name]), met[name])),
    example: { limit: limits.pageMax },
    errors: [],
    see: [],
  }),
};
