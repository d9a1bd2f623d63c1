/** The numbers of all advisory locks, so that no two kinds of work wait for each other by chance. */
export const advisoryLocks = {
  /** Processes that migrate at the same time. */
  migration: 7_012_026,
  /** What emails are made of: layouts, themes, components. */
  library: 731_001,
  testSends: 731_002,
  segments: 731_004,
  definitions: 731_005,
  /** Keys that are made of the names of new records. */
  recordKeys: 731_006,
} as const;
