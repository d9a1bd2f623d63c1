import type { Issue } from './issue.ts';

/**
 * Why a call conflicts with the current state. Each code is a 409; `conflict` is the general one.
 */
export const conflictCodes = [
  'conflict',
  'in_use',
  'people_on_steps',
  'flow_test_failed',
  'changed_since',
  'email_blank',
  'email_archived',
  'email_transactional',
  'recipient_suppressed',
] as const;

export type ConflictCode = (typeof conflictCodes)[number];

const conflicts: ReadonlySet<string> = new Set(conflictCodes);

export function isConflict(code: string): code is ConflictCode {
  return conflicts.has(code);
}

/** The stable codes of refusals; adapters map them with one table (contract §1). */
export type RefusalCode =
  | 'unauthorized'
  | 'token_expired'
  | 'forbidden'
  | 'address_not_allowed'
  | 'cross_site'
  | 'not_found'
  | 'content_expired'
  | ConflictCode
  | 'revision_mismatch'
  | 'confirmation_required'
  | 'validation_failed'
  | 'idempotency_key_reused'
  | 'malformed_json'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'rate_limited'
  | 'unavailable';

/** Members that a refusal adds to its problem document (RFC 9457 extension members). */
export interface RefusalMembers {
  errors?: Issue[];
  [member: string]: unknown;
}

/**
 * The only way an operation refuses. `detail` says in one sentence what is wrong and what to do;
 * adapters convert it to a problem document and never add to it.
 */
export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly detail: string;
  readonly members: RefusalMembers;

  constructor(code: RefusalCode, detail: string, members: RefusalMembers = {}) {
    super(detail);
    this.name = 'Refusal';
    this.code = code;
    this.detail = detail;
    this.members = members;
  }
}

const plurals: Record<string, string> = {
  person: 'people',
  'webhook delivery': 'webhook deliveries',
};

/** Records without a list of their own, and where they are listed. */
const listedIn: Record<string, string> = { 'sequence step': 'sequences' };

/** A resource that does not exist (ERR-01), by its words or as paths name it. */
export function notFound(kind: string, address: string | number): Refusal {
  const named = kind.replaceAll('_', ' ');
  const list = listedIn[named] ?? plurals[named] ?? `${named}s`;
  return new Refusal(
    'not_found',
    `There is no ${named} "${String(address)}". List the ${list} to find the right one.`,
  );
}

/** A 422 that names every faulty field. */
export function invalid(errors: Issue[]): Refusal {
  const first = errors[0];
  const message = first?.message ?? 'Invalid input.';
  const where = first?.path && !message.startsWith(first.path) ? `${first.path}: ` : '';
  const others = errors.length - 1;
  const more = others > 0 ? ` There ${others === 1 ? 'is' : 'are'} ${others} more.` : '';
  return new Refusal('validation_failed', `${where}${message}${more}`, {
    errors,
  });
}
