import { limits } from '../../platform/limits.ts';
import { fieldOf, type Topic } from './topic.ts';

/** Bounds that an author can reach; names end in the unit. */
const met = {
  bodyBytes: 'Of a request',
  jsonDepth: 'Levels of any JSON',
  eventsPerBatch: '',
  peoplePerBatch: '',
  eventDetailsBytes: '',
  eventNameChars: '',
  historicalAfterHours: 'An event this late is historical',
  pageDefault: 'Rows of a page',
  pageMax: 'Rows of a page; a larger limit is lowered',
  flowNestingDepth: 'Branches inside branches',
  stepsPerFlow: '',
  conditionDepth: 'Groups, the outermost included',
  durationDaysMax: '',
  stepTextChars: 'Description of a step',
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
  subjectChars: '',
  preHeaderChars: '',
  bodyMarkdownChars: '',
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
    rules: ['The unit is last in each name; type is the bound itself.'],
    fields: limitNames.map((name) => fieldOf(name, String(limits[name]), met[name])),
    example: { limit: limits.pageMax },
    errors: [],
    see: ['describe_schema events', 'describe_schema flow'],
  }),
};
