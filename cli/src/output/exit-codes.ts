import type { Problem } from '@postroad/core/platform/problem';
import { isConflict } from '@postroad/core/platform/refusal';

/** Exit codes of commands (docs/guides/command-line.md); scripts rely on the numbers. */
export const exitCodes = {
  ok: 0,
  failed: 1,
  cancelled: 2,
  usage: 3,
  auth: 4,
  validation: 5,
  notFound: 6,
  conflict: 7,
} as const;

export function exitCodeOf({ code }: Pick<Problem, 'code'>): number {
  if (isConflict(code)) return exitCodes.conflict;
  switch (code) {
    case 'unauthorized':
    case 'token_expired':
    case 'forbidden':
    case 'address_not_allowed':
      return exitCodes.auth;
    case 'validation_failed':
    case 'idempotency_key_reused':
    case 'malformed_json':
    case 'payload_too_large':
      return exitCodes.validation;
    case 'not_found':
      return exitCodes.notFound;
    case 'revision_mismatch':
      return exitCodes.conflict;
    default:
      return exitCodes.failed;
  }
}

/** Wrong usage of a command; the message says how to use it. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

/** The person declined. */
export class Cancelled extends Error {
  constructor(message = 'Cancelled. Nothing was changed.') {
    super(message);
    this.name = 'Cancelled';
  }
}
