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

function keyFault(key: string, container: Container): Issue | null {
  const fault = textFault(key);
  if (fault) return { path: pathOf(container), code: 'text_invalid', message: `A key: ${fault}` };
  if (key !== '__proto__') return null;
  const message = 'No key here is named __proto__.';
  return { path: pathOf(container, key), code: 'key_unknown', message };
}

/** An object or a list to be looked at, and where it is; the path is made of a faulty one alone. */
interface Container {
  value: object;
  key: PropertyKey | null;
  parent: Container | null;
  depth: number;
}

function pathOf(container: Container, ...path: PropertyKey[]): string {
  for (let at: Container | null = container; at !== null; at = at.parent) {
    if (at.key !== null) path.unshift(at.key);
  }
  return joinPath(path);
}

const tooMany: Pick<Issue, 'code' | 'message'> = {
  code: 'too_many_values',
  message: `JSON may hold ${limits.jsonValues} values at most. Send it in parts.`,
};

/**
 * A thing in a JSON value that cannot be stored: nesting deeper than `levels`, NUL, lone
 * surrogates, numbers that are not finite, a key `__proto__`, which contracts would silently drop, and
 * more than `limits.jsonValues` values, each of which could be a fault. Null for a valid value. It does not recurse, so depth cannot exhaust the stack.
 */
export function jsonFault(value: unknown, levels: number = limits.jsonDepth): Issue | null {
  const own = scalarFault(value, 0, levels);
  if (own) return { path: '', ...own };
  if (typeof value !== 'object' || value === null) return null;
  const containers: Container[] = [{ value, key: null, parent: null, depth: 0 }];
  let left: number = limits.jsonValues;
  for (let container = containers.pop(); container; container = containers.pop()) {
    const depth = container.depth + 1;
    const isArray = Array.isArray(container.value);
    const values = container.value as Record<string, unknown>;
    const names = Object.keys(values);
    left -= names.length;
    if (left < 0) return { path: pathOf(container), ...tooMany };
    for (const name of names) {
      const wrong = isArray ? null : keyFault(name, container);
      if (wrong) return wrong;
      const child = values[name];
      const fault = scalarFault(child, depth, levels);
      const key = isArray ? Number(name) : name;
      if (fault) return { path: pathOf(container, key), ...fault };
      if (typeof child !== 'object' || child === null) continue;
      containers.push({ value: child, key, parent: container, depth });
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
