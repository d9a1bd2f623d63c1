import { type ConsoleOutline, outlines } from 'console:outlines';
import { schemaLoaders } from 'console:schemas';
import type { OperationName } from '@postroad/core/catalog/catalog';
import type { ContractSchemas } from '@postroad/core/catalog/contract-schemas';
import { pathParameters } from '@postroad/core/platform/operations/operation';
import { grants, type Scope } from '@postroad/core/platform/operations/scope';
import { useEffect, useState } from 'preact/hooks';
import { session } from '../platform/session.ts';

export const operationNames = Object.keys(outlines) as OperationName[];

export function outlineNamed(name: OperationName): ConsoleOutline {
  return outlines[name];
}

export function isOperation(name: string): name is OperationName {
  return Object.hasOwn(outlines, name);
}

/** Every noun of the catalog, in its order. */
export const nouns: readonly string[] = [
  ...new Set(operationNames.map((name) => outlines[name].noun)),
];

/** The operation that lists the records of a noun; null where there is none. */
export function listOf(noun: string): OperationName | null {
  const named = operationNames.find((name) => {
    const { verb, path } = outlines[name];
    return outlines[name].noun === noun && verb === 'list' && pathParameters(path).length === 0;
  });
  return named ?? null;
}

/** The operation that reads one record of a noun, with the parameter that names it. */
export function getOf(noun: string): { name: OperationName; parameter: string | null } | null {
  const named = operationNames.find(
    (name) => outlines[name].noun === noun && outlines[name].verb === 'get',
  );
  if (named === undefined) return null;
  return { name: named, parameter: pathParameters(outlines[named].path)[0] ?? null };
}

/** The noun of the rows of a list: its own, or where it lists what belongs to a record, what it calls them. */
export function calledRows(name: OperationName, member: string): string {
  const { noun, verb } = outlines[name];
  return verb === 'list' ? noun : member.replaceAll('_', '-');
}

/** The noun of the rows of a list; null for rows that no operation reads one by one. */
export function rowsNoun(name: OperationName, member: string): string | null {
  const rows = calledRows(name, member);
  return getOf(rows) === null ? null : rows;
}

export function createOf(noun: string): OperationName | null {
  return (
    operationNames.find(
      (name) => outlines[name].noun === noun && ['create', 'record'].includes(outlines[name].verb),
    ) ?? null
  );
}

/** The other operations on a record, by the path that they have below its own. */
export function operationsOn(name: OperationName): OperationName[] {
  const { path } = outlines[name];
  return operationNames.filter(
    (other) =>
      other !== name &&
      (outlines[other].path === path || outlines[other].path.startsWith(`${path}/`)),
  );
}

/** The read of the record that a write changes: the same path by GET. */
export function readBefore(name: OperationName): OperationName | null {
  const { path, method } = outlines[name];
  if (method !== 'PATCH') return null;
  return (
    operationNames.find(
      (other) => outlines[other].path === path && outlines[other].method === 'GET',
    ) ?? null
  );
}

/** Whether the token of this session allows what a scope allows. */
export function hasScope(scope: Scope): boolean {
  return grants((session.value?.scopes ?? []) as Scope[], scope);
}

/** Whether the token of this session may call an operation (CON-08). */
export function mayCall(name: OperationName): boolean {
  return hasScope(outlines[name].scope);
}

/** Whether an operation is asked about first, with its dry run (CON-08, CON-24). */
export function asksFirst(name: OperationName): boolean {
  const { safety } = outlines[name];
  return safety === 'remove' || safety === 'send';
}

const loaded = new Map<string, Promise<Readonly<Record<string, ContractSchemas>>>>();

/** The schemas of an operation, which are loaded with the first of its noun. */
async function schemasOf(name: OperationName): Promise<ContractSchemas> {
  const { noun } = outlines[name];
  const load = schemaLoaders[noun];
  if (load === undefined) throw new Error(`The build has no schemas of ${noun}.`);
  const schemas = loaded.get(noun) ?? load().then((module) => module.schemas);
  loaded.set(noun, schemas);
  const found = (await schemas)[name];
  if (found === undefined) throw new Error(`The build has no schema of ${name}.`);
  return found;
}

/** null while they are loaded. */
export function useSchemas(name: OperationName): ContractSchemas | null {
  const [found, setFound] = useState<{ name: string; schemas: ContractSchemas } | null>(null);
  useEffect(() => {
    let wanted = true;
    void schemasOf(name).then((schemas) => {
      if (wanted) setFound({ name, schemas });
    });
    return () => {
      wanted = false;
    };
  }, [name]);
  return found?.name === name ? found.schemas : null;
}
