import { fieldTypeStays } from '@postroad/core/definitions/check/check-plan';
import { decodeTextCursor, encodeTextCursor } from '@postroad/core/platform/cursor';
import { pageLimit } from '@postroad/core/platform/operations/shapes';
import { notFound, Refusal } from '@postroad/core/platform/refusal';
import {
  deleteField,
  type FieldRow,
  fieldPage,
  findFields,
  insertField,
  lockField,
  updateField,
} from '@postroad/store/people/field';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { Tx } from '@postroad/store/platform/transaction';
import { type Handlers, read, transaction } from '../platform/handler.ts';
import { recordHolders, refuseHeld, takeOut } from '../platform/record-holders.ts';

function fieldView({ key, name, type, active, revision }: FieldRow) {
  return { key, name, type, active, revision };
}

/**
 * Throws a 409 where something names the field (SAFE-13): no flow may set an inactive one, and no
 * condition may name it, so that turning it off breaks what a deletion would break.
 */
async function refuseNamed(tx: Tx, key: string): Promise<void> {
  const holders = await recordHolders(tx, { kind: 'field', keys: [key] });
  refuseHeld(`The field "${key}"`, holders, takeOut);
}

/** What subscribers save or send would no longer fit. Flows skip such a step (RUN-09). */
async function refuseTyped(tx: Tx, key: string): Promise<void> {
  const holders = await recordHolders(tx, { kind: 'field', keys: [key] });
  const writing = holders.filter(({ kind }) => kind === 'toggle' || kind === 'form');
  refuseHeld(`The field "${key}"`, writing, takeOut);
}

export const fieldHandlers: Pick<
  Handlers,
  'list_fields' | 'get_field' | 'create_field' | 'update_field' | 'delete_field'
> = {
  /** Keys are unique and short, so the last one shown is the cursor. */
  list_fields: read(async ({ limit, cursor }, { tx }) => {
    const most = pageLimit(limit);
    const after = cursor === undefined ? '' : decodeTextCursor(cursor);
    const rows = await fieldPage(tx, { after, limit: most + 1 });
    const fields = rows.slice(0, most).map(fieldView);
    const last = rows.length > most ? fields.at(-1) : undefined;
    return { fields, next_cursor: last ? encodeTextCursor(last.key) : null };
  }),

  get_field: read(async ({ field_key }, { tx }) => {
    const [row] = await findFields(tx, [field_key]);
    if (!row) throw notFound('field', field_key);
    return { field: fieldView(row) };
  }),

  create_field: transaction(async ({ key, name, type, active }, { tx }) => {
    const made = { key, name: name ?? key, type: type ?? 'string', active: active ?? true };
    const row = await insertField(tx, made);
    if (row) return { field: fieldView(row) };
    throw new Refusal('conflict', `There is a field "${key}" already. Change it instead.`);
  }),

  update_field: transaction(async ({ field_key, name, type, active }, { tx }) => {
    if (active === false || type !== undefined) await lockReferences(tx, 'alone');
    const held = await lockField(tx, field_key);
    if (!held) throw notFound('field', field_key);
    if (active === false && held.active) await refuseNamed(tx, field_key);
    if (type !== undefined && type !== held.type && held.used) {
      throw new Refusal('conflict', fieldTypeStays(field_key, held.type, type));
    }
    if (type !== undefined && type !== held.type) await refuseTyped(tx, field_key);
    const after = {
      ...held,
      name: name ?? held.name,
      type: type ?? held.type,
      active: active ?? held.active,
    };
    return { field: fieldView(await updateField(tx, after)) };
  }),

  delete_field: transaction(async ({ field_key }, { tx }) => {
    await lockReferences(tx, 'alone');
    const held = await lockField(tx, field_key);
    if (!held) throw notFound('field', field_key);
    await refuseNamed(tx, field_key);
    if (held.used) {
      throw new Refusal(
        'conflict',
        `People have had values of the field "${field_key}". Deactivate it instead: set active to false.`,
      );
    }
    await deleteField(tx, field_key);
    return { deleted: true };
  }),
};
