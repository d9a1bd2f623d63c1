/** The numbers of all advisory locks, so that unrelated work never waits for the same one. */
export const advisoryLocks = {
  /** Held while migrating. */
  migration: 7_012_026,
  /** Layouts, themes and components: the inputs of emails. */
  library: 731_001,
  testSends: 731_002,
  /** Shared by transactions that commit attempts, exclusive for the stop switch. */
  sending: 731_003,
  references: 731_004,
  definitions: 731_005,
  /** Keys that are made of the names of new records. */
  recordKeys: 731_006,
  reverts: 731_007,
  /** Held by the round that adds figures up. */
  figures: 731_008,
  /** Held while a token is made or revoked, so that no child outlives its parent. */
  tokens: 731_009,
  /** Held by the round that removes what is no longer kept. */
  retention: 731_010,
  /** Held while the people of a segment are counted in the background. */
  segmentCounts: 731_011,
  /** Held by the round that keeps partitions ahead of ids. */
  partitions: 731_012,
  /** With a hash of what was submitted, while it is accepted. */
  submissions: 731_013,
  /** Held by the round that compares people with segments, and while members are taken. */
  segmentWatch: 731_030,
  /** The second of two numbers; the first is of what a limit of sign-ups counts. */
  signUps: 731_019,
  /** The second of two numbers; the first is of a person whose mail a frequency cap counts. */
  cappedPeople: 731_020,
} as const;
