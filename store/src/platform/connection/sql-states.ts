/** Every SQLSTATE that the code decides by (PostgreSQL, appendix A). */
export const sqlStates = {
  /** The server is stopping, has crashed, or is not up yet. */
  away: ['57P01', '57P02', '57P03'],
  /** A statement was ended, as for the time it took. */
  canceled: '57014',
  /** The transaction lost against another one; the second is a deadlock. */
  conflict: ['40001', '40P01'],
  /** It refers to a row that was removed after it was read, as a person is who is erased meanwhile. */
  removed: '23503',
  /** It makes a row that another transaction made after this one looked for it. */
  taken: '23505',
  /** Classes: connection, rollback, resources, locks, shutdown. */
  unavailable: ['08', '40', '53', '55', '57'],
} as const;
