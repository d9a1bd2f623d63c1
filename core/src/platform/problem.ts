import {
  type ConflictCode,
  isConflict,
  type Refusal,
  type RefusalCode,
  type RefusalMembers,
} from './refusal.ts';

/** A problem document (RFC 9457, contract §1); `detail` says what is wrong and what to do. */
export interface Problem extends RefusalMembers {
  type: string;
  title: string;
  status: number;
  detail: string;
  code: RefusalCode | 'internal';
}

interface Kind {
  status: number;
  title: string;
}

/** The only map from refusal codes to statuses and titles, for every surface. */
const kinds: Record<Exclude<RefusalCode, ConflictCode> | 'conflict' | 'internal', Kind> = {
  malformed_json: { status: 400, title: 'Malformed JSON' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  token_expired: { status: 401, title: 'Token expired' },
  forbidden: { status: 403, title: 'Forbidden' },
  address_not_allowed: { status: 403, title: 'Address not allowed' },
  cross_site: { status: 403, title: 'Cross-site request' },
  not_found: { status: 404, title: 'Not found' },
  content_expired: { status: 410, title: 'Content expired' },
  conflict: { status: 409, title: 'Conflict' },
  revision_mismatch: { status: 412, title: 'Revision mismatch' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Validation failed' },
  confirmation_required: { status: 428, title: 'Confirmation required' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
};

/** What each code means and what to do about it, one paragraph of the page that `type` names (LEFT-09). */
export const problemMeanings: Readonly<Record<Problem['code'], string>> = {
  malformed_json:
    'The body is not valid JSON. Look at the line and the column in detail, and send it again.',
  unauthorized:
    'The token is missing, wrong or revoked. Send the header Authorization: Bearer with a valid one.',
  token_expired: 'The token was valid until its expires_at, which is over. Send another one.',
  forbidden:
    'The token is valid, but its scope does not allow the call. Use a token of a wider scope.',
  address_not_allowed:
    'The token is valid, but not from the address that the request came from. Use one of its allowed_ips, or another token.',
  not_found:
    'No record has this address, or nothing is at this path. did_you_mean names the nearest key or path, where one is close.',
  cross_site:
    'The request has the session of a person in a browser, and another site sent it. Only the console uses that session; a program sends a token of its own.',
  content_expired:
    'What the mail said is no longer kept, or never was. detail says which; sending.keep_content_days of the settings says for how long it is kept.',
  conflict:
    'The state of the record does not allow the call. detail says what has to change first; a flow with errors has them in validation.',
  in_use:
    'Something still uses the record, so it stays. holders names what does; take it out of each first.',
  people_on_steps:
    'The definition takes away steps on which people are. steps names them; keep the steps with their ids, move the people, or send force: true.',
  flow_test_failed:
    'Tests of the flow fail under what would be live. tests says how each of them differs; correct the flow or the tests, or send force: true.',
  changed_since:
    'The record was changed after the change that is to be reverted. The answer has both; send force: true to revert nonetheless.',
  email_blank: 'The email has no subject or no body, so it is never sent. Write both.',
  email_archived: 'The email is archived, so it is not sent. Bring it back first.',
  email_transactional:
    'The email is transactional, which flows and messages send alone. Use a marketing email.',
  recipient_suppressed:
    'A recipient bounced or complained before, or unsubscribed and the message is marketing. errors names each; leave them out, or lift what suppresses them.',
  revision_mismatch:
    'The record has another revision than the one that If-Match names. current is the record as it is; make the change to that.',
  confirmation_required:
    'An agent makes the call, and a person has not agreed to what it does now. Make it as a dry run, show them what it does, and send the token of that answer with the call.',
  payload_too_large: 'The body is larger than the operation takes. Send less at once.',
  unsupported_media_type:
    'The body has another media type than the operation takes, mostly JSON in UTF-8.',
  validation_failed:
    'Some input is invalid, and nothing was stored. errors names each field with path, code and message, and did_you_mean where a known name is close to an unknown one.',
  idempotency_key_reused:
    'The idempotency key was used with another request in the last 24 hours. Use a new key for a new request.',
  rate_limited: 'Too many calls in a short time. Wait as long as the header Retry-After says.',
  internal:
    'A fault of the service, which it logged. Try again, and report the request_id if it stays.',
  unavailable:
    'The service cannot answer now: it starts, stops, or its database does not answer. Wait as long as the header Retry-After says, and try again with the same idempotency key.',
};

/** Every code of a problem with its status and title. */
export const problemCodes = Object.keys(problemMeanings) as Problem['code'][];

export function problemKindOf(code: Problem['code']): Kind {
  return kinds[isConflict(code) ? 'conflict' : code];
}

/** The address of the paragraph about a code, which every server has (RFC 9457 §3.1.1). */
export function problemType(code: string): string {
  return `/docs/problems#${code}`;
}

/** The problem document of a refusal. */
export function problemOf(refusal: Refusal): Problem {
  const { status, title } = problemKindOf(refusal.code);
  return {
    type: problemType(refusal.code),
    title,
    status,
    detail: refusal.detail,
    code: refusal.code,
    ...refusal.members,
  };
}

/** The problem document of an internal error; it reveals no internals (contract §1). */
export function internalProblem(requestId: string): Problem {
  const { status, title } = kinds.internal;
  return {
    type: problemType('internal'),
    title,
    status,
    detail:
      'The service met a fault of its own and logged it. Try again, and report the request_id if it stays.',
    code: 'internal',
    request_id: requestId,
  };
}
