/**
 * Every name that a line of the log can have besides `time`, `level` and `message` (OBS-01). A name
 * means the same in every line, and no other compiles.
 */
export const logFields = {
  request_id: 'of the HTTP request, as its answer has it in X-Request-Id',
  trace_id: 'of the trace (W3C Trace Context) that the request or the round belongs to',
  method: 'of the request',
  route: 'the pattern of the path, such as /api/v1/people/:person; null if no route has the path',
  operation: 'the operation of the catalog that the request called',
  status: 'of the answer',
  ms: 'milliseconds that it took',
  actor: 'who called: environment for API_TOKEN, local for a command, else token and its id',
  aborted: 'true if the client was gone before the answer was',
  lane: 'the kind of background work',
  count: 'how much of what the message says',
  send_id: 'the mail, as list_sends has it',
  run_id: 'the run of a flow',
  email_id: 'the email',
  person_id: 'the person',
  provider: 'who was to take the mail',
  reason_class:
    'why a mail did not go out: refused, gave_up (after retries), broken (it could not be made), uncertain',
  reply: 'the status of the provider, such as 550',
  enhanced: 'the enhanced status of the provider (RFC 3463), such as 5.1.1',
  tries: 'how often it was tried',
  error: 'the error with its stack',
  reason: 'a sentence that says why',
  text: 'what another part of the process wrote',
} as const;

type LogField = keyof typeof logFields;

export type LogFields = { readonly [Name in Exclude<LogField, 'error'>]?: LogValue } & {
  readonly error?: unknown;
};

/** What is undefined is left out of the line. */
type LogValue = string | number | boolean | null | undefined;
