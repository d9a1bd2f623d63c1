import type { ValidationIssue } from '../../platform/issue.ts';
import { isObject, type JsonObject, own } from '../../platform/json.ts';
import { report } from '../validate/codes.ts';
import { malformedArms, strayArms, withoutEmptyArms } from './stray-arms.ts';

const gateArms = ['met', 'expired'] as const;

/** Whether an unchecked gate expires; without `expires_after` it waits forever (DEF-24). */
export function expires(step: JsonObject): boolean {
  const bound = own(step, 'expires_after') ?? 'never';
  return bound !== 'never';
}

/** DEF-23, DEF-24, contract §5.4: the arms of a gate depend on whether it expires. */
export function checkGateArms(step: JsonObject, path: string): ValidationIssue[] {
  const found = strayArms(step, path, gateArms);
  if (Object.hasOwn(step, 'timeout')) {
    const message = 'The old "timeout" of this gate cannot be read, and is never used.';
    found.push(report('gate_timeout_legacy', `${path}.timeout`, message));
  }
  return [
    ...found,
    ...(expires(step) ? malformedArms(step, path, gateArms) : checkNone(step, path)),
  ];
}

function checkNone(step: JsonObject, path: string): ValidationIssue[] {
  const found: ValidationIssue[] = [];
  if (own(step, 'expires_after') === undefined) {
    const message = 'The gate does not say when it expires, so it waits for ever.';
    found.push(report('gate_no_expiry', `${path}.expires_after`, message));
  }
  for (const arm of gateArms) {
    const steps = own(step, arm);
    if (steps === undefined) continue;
    if (!Array.isArray(steps)) found.push(...malformedArms(step, path, [arm]));
    else if (steps.length > 0 && arm === 'met') {
      const message = 'The gate never expires, so steps on "met" can be behind it just as well.';
      found.push(report('gate_met_pointless', `${path}.met`, message));
    } else if (steps.length > 0) {
      const message = 'The gate never expires, so nobody reaches the steps on "expired".';
      found.push(report('arms_not_allowed', `${path}.expired`, message));
    }
  }
  return found;
}

/** Drops keys without effect: a null expiry, and the empty arms of a gate that never expires. */
export function canonicalGate(step: JsonObject): JsonObject {
  const { expires_after: bound, ...rest } = step;
  return withoutEmptyArms(bound === null ? rest : step, expires(step) ? [] : gateArms);
}

/**
 * Converts a gate with the old `timeout: {duration, steps}` to today's form; null for any other
 * step (spec, Versioning 3). A gate whose timeout is unreadable, or contradicts its own
 * `expires_after` and `expired`, stays as it is.
 */
export function migratedGate(step: JsonObject): JsonObject | null {
  const timeout = own(step, 'timeout');
  if (own(step, 'type') !== 'gate' || !isObject(timeout)) return null;
  const steps = own(timeout, 'steps') ?? [];
  const taken = Object.hasOwn(step, 'expires_after') || Object.hasOwn(step, 'expired');
  if (taken || own(timeout, 'duration') === undefined || !Array.isArray(steps)) return null;
  const { timeout: _legacy, ...rest } = step;
  return { ...rest, expires_after: timeout.duration, met: own(step, 'met') ?? [], expired: steps };
}
