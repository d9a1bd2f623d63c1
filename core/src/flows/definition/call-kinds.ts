import { isId } from '../../conditions/leaf-keys.ts';
import { isRecordKey } from '../../conditions/record-keys.ts';
import { durationFault, durationMs, plainDurationFix } from '../../platform/duration.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, ordered, quoted } from '../../platform/json.ts';
import { nearest } from '../../platform/nearest.ts';
import { report } from '../validate/codes.ts';
import type { FieldKind } from './field-kind.ts';

/** The key or the id of a webhook endpoint (HOOK-15). */
export const webhookEndpoint: FieldKind = {
  type: 'string',
  describe: 'the key or the id of a webhook endpoint',

  check(value, path) {
    if (isId(value) || isRecordKey(value)) return [];
    const message = `A webhook endpoint is named by its key or id, not by ${quoted(value)}.`;
    const fix = 'Write the key of an endpoint from list_webhook_endpoints.';
    return [report('step_key_malformed', path, message, fix)];
  },

  references(value, path, { endpoints }) {
    if (endpoints === undefined || !(isId(value) || isRecordKey(value))) return [];
    const found = endpoints.find(({ id, key }) => value === id || value === key);
    if (found === undefined) {
      const message = `There is no webhook endpoint ${quoted(value)}.`;
      const near = nearest(
        String(value),
        endpoints.map(({ key }) => key),
      );
      return [meant(report('webhook_endpoint_unknown', path, message), near)];
    }
    if (found.enabled) return [];
    const message = `The webhook endpoint ${quoted(value)} is disabled, so nothing is sent to it.`;
    return [report('webhook_endpoint_disabled', path, message)];
  },

  asks: (value) =>
    isId(value) || isRecordKey(value) ? [{ kind: 'endpoint', endpoint: value }] : [],
  names: (value) =>
    isId(value) || isRecordKey(value) ? [{ kind: 'webhook_endpoint', name: value }] : [],
  canonical: (value) => value,
  jsonSchema: () => ({ type: ['string', 'integer'] }),
};

/** How long a call is waited for at most (HOOK-16). */
export const callWait: FieldKind = {
  type: 'object',
  describe: 'waits for the outcome: {"timeout": {"amount": 1, "unit": "hours"}}',

  check(value, path) {
    if (!isObject(value) || !Object.hasOwn(value, 'timeout')) {
      const message = `"wait" is an object with a timeout, not ${quoted(value)}.`;
      return [report('call_wait_malformed', path, message)];
    }
    const stray = Object.keys(value).filter((key) => key !== 'timeout');
    const unknown = stray.map((key) => {
      const message = `"wait" takes the key timeout alone, not ${quoted(key)}.`;
      return report('call_wait_malformed', `${path}.${key}`, message);
    });
    return [...unknown, ...checkTimeout(value.timeout, `${path}.timeout`)];
  },

  references: () => [],
  asks: () => [],
  canonical(value) {
    if (!isObject(value) || !isObject(value.timeout)) return value;
    return { ...value, timeout: ordered(value.timeout, ['amount', 'unit']) };
  },
};

function checkTimeout(value: unknown, path: string): ValidationIssue[] {
  const fault = durationFault(value);
  if (fault !== null) {
    const at = `${path}${fault.path}`;
    return [report('duration_malformed', at, fault.message, plainDurationFix)];
  }
  const timeout = value as { amount: number; unit: 'days' } | { setting: string };
  if ('setting' in timeout || durationMs(timeout) === 0) {
    const message = 'A timeout is an amount above 0 and a unit, not the name of a tunable.';
    return [report('call_wait_malformed', path, message)];
  }
  return [];
}
