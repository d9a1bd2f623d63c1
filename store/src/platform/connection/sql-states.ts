/** Every SQLSTATE that the code checks (PostgreSQL, appendix A). */
export const sqlStates = {
  /** The server is stopping, has crashed, or is not up yet. */
  away: ['57P01', '57P02', '57P03'],
  /** A statement was canceled, for example by a timeout. */
  canceled: '57014',
  /** The transaction conflicts with another one; the second code is a deadlock. */
  conflict: ['40001', '40P01'],
  /** The disk is full; the statement had no effect. */
  diskFull: '53100',
  /** A lock was not free within the time that a statement waits for it. */
  held: '55P03',
  /** A write in a transaction that may only read, as all may on a standby. */
  readOnly: '25006',
  /**
   * The server lets nobody in: its rules, the password or the database are others than they were, or the
   * database is set to take no connections.
   */
  refused: ['28000', '28P01', '3D000', '55000'],
  /** A referenced row was removed after it was read, for example an erased person. */
  removed: '23503',
  /** Another transaction inserted the row after this one looked for it. */
  taken: '23505',
  /** Classes: connection, rollback, resources, locks, shutdown. */
  unavailable: ['08', '40', '53', '55', '57'],
} as const;
