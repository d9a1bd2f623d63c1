import { type Issue, meant } from '../platform/issue.ts';
import { nearest } from '../platform/nearest.ts';
import { webhookPatterns } from './webhook-types.ts';

/** The faults of the types that an endpoint names (HOOK-08). */
export function patternFaults(patterns: readonly string[]): Issue[] {
  return patterns.flatMap((pattern, index) => {
    if (webhookPatterns.includes(pattern)) return [];
    const path = `events[${index}]`;
    // The noun alone means all of its types.
    const all = `${pattern.trim().toLowerCase()}.*`;
    const near = webhookPatterns.includes(all) ? all : nearest(pattern, webhookPatterns);
    const hint = near === null ? '' : ` Did you mean "${near}"?`;
    const message = `${path} is ${JSON.stringify(pattern)}, which is no type, no <noun>.* and not *.${hint}`;
    return [meant({ path, code: 'event_unknown', message }, near)];
  });
}
