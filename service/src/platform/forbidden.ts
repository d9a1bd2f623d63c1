import { type Scope, scopeWords, widestScopes } from '@postroad/core/platform/operations/scope';
import { Refusal } from '@postroad/core/platform/refusal';
import type { Actor } from './actor.ts';

/** What a token may not do, with the scope to ask for. */
export function forbidden(
  { name, scopes }: Pick<Actor, 'name' | 'scopes'>,
  needed: Scope,
  what: string,
): Refusal {
  const allowed = widestScopes(scopes)
    .map((scope) => scopeWords[scope])
    .join(' and ');
  return new Refusal(
    'forbidden',
    `The token "${name}" may only ${allowed}. Use a token of scope ${needed} for ${what}.`,
    { scope: needed },
  );
}
