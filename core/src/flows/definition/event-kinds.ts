import { checkLiquid } from '../../content/liquid/check-liquid.ts';
import { eventNameFault } from '../../events/event.ts';
import { meant, type ValidationIssue } from '../../platform/issue.ts';
import { isObject, quoted } from '../../platform/json.ts';
import { jsonFault } from '../../platform/json-value.ts';
import { limits } from '../../platform/limits.ts';
import { octets } from '../../platform/octets.ts';
import { eachText, isLiquid } from '../interpreter/render-details.ts';
import { report } from '../validate/codes.ts';
import type { FieldKind } from './field-kind.ts';

/** The name of an event that a flow records, with the rules for posted events. */
export const eventName: FieldKind = {
  type: 'string',
  describe: 'the name of an event',
  check(value, path) {
    const fault = eventNameFault(value);
    const fix = 'Write the name of an event as text, such as "signed_up".';
    return fault === null ? [] : [report('step_key_malformed', path, fault, fix)];
  },
  references: () => [],
  asks: () => [],
  canonical: (value) => value,
};

/** Details of an event that a flow records; each string at any depth may contain Liquid. */
export const eventDetails = liquidObject('details', 'an object with the details of the event');

/** The body of a call, in the same way. */
export const callBody = liquidObject('body', 'an object that is sent; its texts can hold Liquid');

/** An object whose strings may contain Liquid, which is filled in before anything is encoded. */
function liquidObject(key: 'details' | 'body', describe: string): FieldKind {
  return {
    type: 'object',
    describe,

    check(value, path) {
      if (!isObject(value)) {
        const message = `"${key}" is an object, not ${quoted(value)}.`;
        return [report(`${key}_malformed`, path, message)];
      }
      const fault = jsonFault(value);
      if (fault !== null) {
        const at = fault.path === '' ? path : `${path}.${fault.path}`;
        return [report(`${key}_malformed`, at, fault.message)];
      }
      if (octets(JSON.stringify(value)) > limits.eventDetailsBytes) {
        const message = `"${key}" is at most ${limits.eventDetailsBytes} bytes of JSON.`;
        return [report(`${key}_malformed`, path, message)];
      }
      return liquidIssues(value, path, key, 'errors');
    },

    references: (value, path) =>
      isObject(value) && jsonFault(value) === null
        ? liquidIssues(value, path, key, 'warnings')
        : [],

    asks(value) {
      let merges = false;
      eachText(value, '', (text) => {
        merges ||= isLiquid(text);
      });
      return merges ? [{ kind: 'merge' }] : [];
    },

    canonical: (value) => value,
  };
}

function liquidIssues(
  value: object,
  path: string,
  key: 'details' | 'body',
  which: 'errors' | 'warnings',
): ValidationIssue[] {
  const found: ValidationIssue[] = [];
  const code =
    which === 'errors' ? (`${key}_liquid_invalid` as const) : (`${key}_variable_unknown` as const);
  eachText(value, path, (text, at) => {
    if (found.length >= limits.issuesListedMax) return;
    // Checked like a subject: plain text, where nothing is escaped.
    for (const { message, did_you_mean = null } of checkLiquid(text, 'subject')[which]) {
      found.push(meant(report(code, at, message), did_you_mean));
    }
  });
  return found;
}
