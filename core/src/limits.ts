/**
 * Every bound of the service in one place. Units stand last in the names.
 * `test/architecture/limits.test.ts` refuses an entry that nothing reads.
 */
export const limits = {
  /** Contract §1: body of an ordinary request. */
  bodyBytes: 1_048_576,
  /** Nesting of any JSON value that is stored; deeper JSON stops PGlite without an error. */
  jsonDepth: 32,
  /** Spec, Limits. */
  eventsPerBatch: 100,
  eventDetailsBytes: 65_536,
  pageDefault: 50,
  pageMax: 200,
  flowNestingDepth: 10,
  /** RFC 5321 §4.5.3.1: a path is at most 256 octets, the address in it 254. */
  addressChars: 254,
  nameChars: 200,
  keyChars: 80,
  labelChars: 80,
  labelsPerRecord: 50,
  tagChars: 120,
  tagsPerPerson: 1_000,
  fieldsPerPerson: 500,
  fieldValueChars: 10_000,
  eventNameChars: 200,
  idempotencyKeyChars: 200,
  idempotencyHours: 24,
  subjectChars: 500,
  preHeaderChars: 1_000,
  bodyMarkdownChars: 262_144,
  layoutChars: 524_288,
  stepTextChars: 2_000,
  stepIdMax: 2_147_483_647,
  durationAmountMax: 1_000_000,
  /** Contract §4.3. */
  historicalAfterHours: 24,
  /** RFC 5322 §2.1.1, without the line end. */
  mailLineOctets: 998,
  /** Fastify refuses longer path parameters at 100. */
  publicTokenChars: 90,
} as const;
