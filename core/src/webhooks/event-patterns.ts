import { type Issue, meant } from '../platform/issue.ts';
import { nearest } from '../platform/nearest.ts';
import { webhookPatterns, webhookTypes } from './webhook-types.ts';

/** What to name in place of a pattern: a type of its noun, or of any where it has none. */
function typesToName(pattern: string): string {
  const [noun] = pattern.trim().toLowerCase().split('.', 1);
  const own = webhookPatterns.filter((known) => known.startsWith(`${noun}.`));
  const named = own.length > 0 ? own : ['*', ...webhookTypes];
  return `Name one of ${named.join(', ')}.`;
}

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
    return [meant({ path, code: 'event_unknown', message, fix: typesToName(pattern) }, near)];
  });
}
