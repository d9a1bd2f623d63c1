import type { Issue } from './issue.ts';
import { limits } from './limits.ts';

/**
 * Joins path segments as `nodes[0].then[1].tag`. Cuts a path that is too long because of its keys.
 */
export function joinPath(segments: readonly PropertyKey[]): string {
  let path = '';
  for (const segment of segments) {
    if (typeof segment === 'number') path += `[${segment}]`;
    else path += path === '' ? String(segment) : `.${String(segment)}`;
    if (path.length > limits.pathChars) return `${path.slice(0, limits.pathChars).toWellFormed()}…`;
  }
  return path;
}

function textFault(text: string): string | null {
  if (text.includes('\u0000')) return 'Text must not contain the NUL character.';
  if (!text.isWellFormed())
    return 'Text must be well-formed Unicode; it contains a lone surrogate.';
  return null;
}

function keyFault(key: string, path: PropertyKey[]): Issue | null {
  const fault = textFault(key);
  if (fault) return { path: joinPath(path), code: 'text_invalid', message: `A key: ${fault}` };
  if (key !== '__proto__') return null;
  const message = 'No key here is named __proto__.';
  return { path: joinPath([...path, key]), code: 'key_unknown', message };
}

/**
 * The first thing in a JSON value that cannot be stored: nesting deeper than `levels`, NUL, lone
 * surrogates, numbers that are not finite, and a key `__proto__`, which contracts would silently
 * drop. Null for a valid value. It does not recurse, so depth cannot exhaust the stack.
 */
export function jsonFault(value: unknown, levels: number = limits.jsonDepth): Issue | null {
  const stack: { value: unknown; path: PropertyKey[]; depth: number }[] = [
    { value, path: [], depth: 0 },
  ];
  for (let item = stack.pop(); item; item = stack.pop()) {
    const own = scalarFault(item.value, item.depth, levels);
    if (own) return { path: joinPath(item.path), ...own };
    if (typeof item.value !== 'object' || item.value === null) continue;
    const isArray = Array.isArray(item.value);
    for (const [key, child] of Object.entries(item.value)) {
      const fault = keyFault(key, item.path);
      if (fault) return fault;
      if (typeof child === 'number' && Number.isFinite(child)) continue;
      stack.push({
        value: child,
        path: [...item.path, isArray ? Number(key) : key],
        depth: item.depth + 1,
      });
    }
  }
  return null;
}

function scalarFault(
  value: unknown,
  depth: number,
  levels: number,
): Pick<Issue, 'code' | 'message'> | null {
  if (typeof value === 'string') {
    const message = textFault(value);
    return message ? { code: 'text_invalid', message } : null;
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    return { code: 'number_invalid', message: 'The number is too large to be kept exactly.' };
  }
  if (typeof value === 'object' && value !== null && depth >= levels) {
    return {
      code: 'too_deep',
      message: `JSON may be nested ${limits.jsonDepth} levels deep at most.`,
    };
  }
  return null;
}
