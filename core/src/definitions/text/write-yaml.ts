import { isObject, type JsonObject } from '../../platform/json.ts';

const plain = /^[\p{L}_](?:[\p{L}\p{N}_ .,!?()'’@/+-]*[\p{L}\p{N}_.,!?()'’@/+-])?$/u;
/** Words that some version of YAML does not read as text. */
const reserved = /^(?:true|false|null|yes|no|on|off|y|n)$/i;
/** Characters that JSON writes literally and YAML does not. */
const unprinted = /[\u007f-\u009f\u2028\u2029\ufeff]/g;

function scalarText(value: string): string {
  if (plain.test(value) && !reserved.test(value)) return value;
  return JSON.stringify(value).replace(
    unprinted,
    (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function isEmpty(value: unknown): boolean {
  return Array.isArray(value) ? value.length === 0 : isObject(value) && !Object.keys(value).length;
}

function scalarOf(value: unknown): string | null {
  if (typeof value === 'string') return scalarText(value);
  if (Array.isArray(value)) return isEmpty(value) ? '[]' : null;
  if (isObject(value)) return isEmpty(value) ? '{}' : null;
  return JSON.stringify(value ?? null);
}

function listLines(items: readonly unknown[]): string[] {
  return items.flatMap((item) => {
    const scalar = scalarOf(item);
    if (scalar !== null) return [`- ${scalar}`];
    const [first = '', ...rest] = linesOf(item);
    // A list in a list begins on its own line.
    if (Array.isArray(item)) return ['-', ...[first, ...rest].map((line) => `  ${line}`)];
    return [`- ${first}`, ...rest.map((line) => `  ${line}`)];
  });
}

function mapLines(map: JsonObject): string[] {
  return Object.entries(map).flatMap(([key, value]) => {
    const scalar = scalarOf(value);
    if (scalar !== null) return [`${scalarText(key)}: ${scalar}`];
    return [`${scalarText(key)}:`, ...linesOf(value).map((line) => `  ${line}`)];
  });
}

function linesOf(value: unknown): string[] {
  if (Array.isArray(value)) return listLines(value);
  return isObject(value) ? mapLines(value) : [scalarOf(value) ?? ''];
}

/**
 * Writes a JSON object as YAML, always in the same way: block style, two spaces, keys in order,
 * texts plain if they are unambiguous, otherwise quoted as in JSON.
 */
export function writeYaml(map: JsonObject): string {
  return isEmpty(map) ? '{}\n' : `${mapLines(map).join('\n')}\n`;
}
