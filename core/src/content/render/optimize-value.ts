import { type Context, Drop, evalToken, type Token, TypeGuards, toValueSync } from 'liquidjs';

/** Properties that LiquidJS computes where an object has none of the name. */
const computed: ReadonlySet<string> = new Set(['size', 'first', 'last']);

/** A variable as `a.b.c`: what LiquidJS read it from, and its names. */
export interface Path {
  root: string;
  names: readonly string[];
  token: Token;
}

/** The path that a token of LiquidJS stands for; null for what takes more than to look up names. */
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

/** As LiquidJS reads a path, errors included. */
export function askLiquid({ token }: Path, context: Context): unknown {
  return toValueSync(evalToken(token, context));
}

export function ownValue(owner: unknown, name: string): unknown {
  if (typeof owner !== 'object' || owner === null || !Object.hasOwn(owner, name)) return undefined;
  return (owner as Record<string, unknown>)[name];
}

/** The value along names. Where LiquidJS reads a value in a way of its own, it is asked. */
export function valueAt(start: unknown, names: readonly string[], ask: () => unknown): unknown {
  let value = start;
  for (const name of names) {
    if (value instanceof Drop || typeof value === 'string') return ask();
    value = ownValue(value, name);
  }
  return value;
}
