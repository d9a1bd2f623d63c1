import type { RecordType } from './record-type.ts';
import { pathOf, recordTypes } from './record-types.ts';
import { type Account, type DefinitionType, definitionTypes, type Records } from './records.ts';

/** A record of an account with its file. */
export interface WrittenRecord<Type extends DefinitionType = DefinitionType> {
  type: Type;
  path: string;
  /** Key or id; null for the settings. */
  address: string | number | null;
  record: Records[Type];
  text: string;
}

export function recordsOf<Type extends DefinitionType>(
  account: Account,
  type: Type,
): readonly Records[Type][] {
  const held = account[type];
  return (Array.isArray(held) ? held : [held]) as readonly Records[Type][];
}

export function recordAddress<Type extends DefinitionType>(
  type: Type,
  record: Records[Type],
): string | number | null {
  const { address } = recordTypes[type] as RecordType<Type>;
  return address === null
    ? null
    : ((record as Record<string, string | number | null>)[address] ?? null);
}

/** The key of a record that has an id too. */
export function keyBeside(type: DefinitionType, record: Records[DefinitionType]): string | null {
  if (recordTypes[type].address !== 'id') return null;
  return (record as { key: string | null }).key;
}

/** Writes one record. */
export function written<Type extends DefinitionType>(
  type: Type,
  record: Records[Type],
): WrittenRecord<Type> {
  const text = (recordTypes[type] as RecordType<Type>).write(record);
  return { type, path: pathOf(type, record), address: recordAddress(type, record), record, text };
}

/** Every file of an account, in the order of application (DEFN-01, DEFN-07). */
export function exportAccount(account: Account): WrittenRecord[] {
  return definitionTypes.flatMap((type) =>
    recordsOf(account, type).map((record) => written(type, record) as WrittenRecord),
  );
}
