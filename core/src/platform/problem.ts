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
  forbidden: { status: 403, title: 'Forbidden' },
  not_found: { status: 404, title: 'Not found' },
  conflict: { status: 409, title: 'Conflict' },
  revision_mismatch: { status: 412, title: 'Revision mismatch' },
  payload_too_large: { status: 413, title: 'Payload too large' },
  unsupported_media_type: { status: 415, title: 'Unsupported media type' },
  validation_failed: { status: 422, title: 'Validation failed' },
  idempotency_key_reused: { status: 422, title: 'Idempotency key reused' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'Internal error' },
  unavailable: { status: 503, title: 'Unavailable' },
};

/** The problem document of a refusal. */
export function problemOf(refusal: Refusal): Problem {
  const { status, title } = kinds[isConflict(refusal.code) ? 'conflict' : refusal.code];
  return {
    type: 'about:blank',
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
    type: 'about:blank',
    title,
    status,
    detail:
      'The service met a fault of its own and logged it. Try again, and report the request_id if it stays.',
    code: 'internal',
    request_id: requestId,
  };
}
