/** A failure that the reader can correct; the message says everything. */
export class SetupFailure extends Error {}
