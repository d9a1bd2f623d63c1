import { type Context, Drop, evalToken, type Token, TypeGuards, toValueSync } from 'liquidjs';

/** Properties that LiquidJS computes if an object lacks them. */
const computed: ReadonlySet<string> = new Set(['size', 'first', 'last']);

/** A variable as `a.b.c`: its LiquidJS token and its names. */
export interface Path {
  root: string;
  names: readonly string[];
  token: Token;
}

/** The path of a LiquidJS token; null if it needs more than name lookups. */
export function pathOf(token: Token | undefined): Path | null {
  if (!TypeGuards.isPropertyAccessToken(token) || token.variable !== undefined) return null;
  const all: string[] = [];
  for (const name of token.props) {
    if (!TypeGuards.isWordToken(name) && !TypeGuards.isQuotedToken(name)) return null;
    if (computed.has(name.content)) return null;
    all.push(name.content);
  }
  const [root, ...names] = all;
  return root === undefined ? null : { root, names, token };
}

/** Reads a path through LiquidJS, errors included. */
export function askLiquid({ token }: Path, context: Context): unknown {
  return toValueSync(evalToken(token, context));
}

export function ownValue(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, name)) return undefined;
  return (owner as Record<string, unknown>)[name];
}

/** The value along names. Calls `ask` for values that LiquidJS reads in its own way. */
export function valueAt(start: unknown, names: readonly string[], ask: () => unknown): unknown {
  let value = start;
  for (const name of names) {
    if (value instanceof Drop || typeof value === 'string') return ask();
    value = ownValue(value, name);
  }
  return value;
}
