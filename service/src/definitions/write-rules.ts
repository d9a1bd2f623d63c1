import { profileKeys } from '@postroad/core/definitions/record-types';
import type { Records } from '@postroad/core/definitions/records';
import type { Definition } from '@postroad/core/flows/definition/definition';
import { findProduct, insertProduct, renameProduct } from '@postroad/store/billing/product';
import { findGuard, insertGuard, updateGuard } from '@postroad/store/conditions/guard';
import { findSegment, insertSegment, updateSegment } from '@postroad/store/conditions/segment';
import { findFlow, insertFlow } from '@postroad/store/flows/flow';
import { findForm, insertForm, updateForm } from '@postroad/store/forms/form';
import { insertField, lockField, updateField } from '@postroad/store/people/field';
import { type ProfileDeps, profileHandlers } from '../account/profile-handlers.ts';
import { type SettingDeps, settingHandlers } from '../account/setting-handlers.ts';
import { keepEdited } from '../flows/change-definition.ts';
import { replaceFlow } from '../flows/replace-flow.ts';
import { type Context, handlerOfKind } from '../platform/handler.ts';
import { AccountMoved, present, type Write } from './write-content.ts';

export const writeField: Write<'field'> = async ({ tx }, before, after) => {
  if (before === null) return present(await insertField(tx, after)).key;
  const held = present(await lockField(tx, after.key));
  // A value has arrived since the plan was made.
  if (held.used && held.type !== after.type) throw new AccountMoved();
  await updateField(tx, after);
  return after.key;
};

export const writeProduct: Write<'product'> = async ({ tx }, before, { key, name }) => {
  if (before === null) present(await insertProduct(tx, { key, name }));
  else await renameProduct(tx, present(await findProduct(tx, key)).id, name);
  return key;
};

export const writeSegment: Write<'segment'> = async ({ tx }, before, after) => {
  const { key, name, description, definition } = after;
  if (before === null) return (await insertSegment(tx, after)).id;
  const held = present(await findSegment(tx, key));
  return (await updateSegment(tx, held.id, { name, description, definition })).id;
};

export const writeGuard: Write<'guard'> = async ({ tx }, before, after) => {
  const { key, ...content } = after;
  if (before === null) return (await insertGuard(tx, after)).id;
  return (await updateGuard(tx, present(await findGuard(tx, key)).id, content)).id;
};

export const writeForm: Write<'form'> = async ({ tx }, before, after) => {
  if (before === null) return (await insertForm(tx, after)).id;
  return (await updateForm(tx, present(await findForm(tx, after.key)).id, after)).id;
};

/** A new flow is a draft; an existing one keeps its status (FLOW-02). */
export const writeFlow: Write<'flow'> = async ({ tx }, before, after) => {
  const { key, name, labels, run_policy, definition } = after;
  const content = { name, labels, run_policy, definition };
  if (before === null) {
    return present(await insertFlow(tx, { key, ...content, status: 'draft' })).id;
  }
  const held = present(await findFlow(tx, key, 'for update'));
  await keepEdited(tx, held, definition as unknown as Definition);
  return (await replaceFlow(tx, held, content)).id;
};

/** Only the differences, by the rules of the operation. */
export async function writeProfile(
  context: Context<ProfileDeps>,
  before: Records['profile'],
  after: Records['profile'],
): Promise<void> {
  const changed = profileKeys.filter((key) => after[key] !== before[key]);
  const input = Object.fromEntries(changed.map((key) => [key, after[key]]));
  await handlerOfKind(profileHandlers.update_profile, 'transaction').run(input, context);
}

/** Only the differences, so that unchanged values are not checked again. */
export async function writeSettings(
  context: Context<SettingDeps>,
  before: Records['settings'],
  after: Records['settings'],
): Promise<void> {
  const settings = Object.fromEntries(
    Object.entries(after).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key]),
    ),
  );
  await handlerOfKind(settingHandlers.update_settings, 'transaction').run({ settings }, context);
}
