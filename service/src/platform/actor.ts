import type { Scope } from '@postroad/core/platform/operations/scope';

/** The caller of an operation. */
export interface Actor {
  /** `environment` for API_TOKEN, else `token <id>`, or `local`: a command on the database itself. */
  id: string;
  name: string;
  scopes: readonly Scope[];
}

/** Who an operator is, as the history names them. */
export function actorKind({ id }: Pick<Actor, 'id'>): 'environment' | 'token' | 'local' {
  if (id === 'environment') return 'environment';
  return id.startsWith('token ') ? 'token' : 'local';
}

/** The token with which an operator calls, if it is one of the database. */
export function tokenIdOf({ id }: Pick<Actor, 'id'>): number | null {
  const [, number] = /^token (\d+)$/.exec(id) ?? [];
  return number === undefined ? null : Number(number);
}
