import type { OperationInput, OperationName } from '@postroad/core/catalog/catalog';
import { type Change, noFileSummary } from '@postroad/core/definitions/change';
import { asIssue } from '@postroad/core/definitions/read-tree';
import { isSingle } from '@postroad/core/definitions/record-types';
import {
  type DefinitionType,
  definitionTypes,
  type Records,
  type SingleType,
} from '@postroad/core/definitions/records';
import { Refusal } from '@postroad/core/platform/refusal';
import { forgetReferencesOf } from '@postroad/store/platform/record-reference';
import type { AccountFacts } from '../account/account-facts.ts';
import { productHandlers } from '../billing/product-handlers.ts';
import { guardHandlers } from '../conditions/guard-handlers.ts';
import type { SegmentFacts } from '../conditions/segment-facts.ts';
import { segmentHandlers } from '../conditions/segment-handlers.ts';
import type { RecompileDeps } from '../content/compile/recompile.ts';
import { componentHandlers } from '../content/component-handlers.ts';
import { emailHandlers } from '../content/email-handlers.ts';
import { layoutHandlers } from '../content/layout-handlers.ts';
import { themeHandlers } from '../content/theme-handlers.ts';
import { flowHandlers } from '../flows/flow-handlers.ts';
import { formHandlers } from '../forms/form-handlers.ts';
import { fieldHandlers } from '../people/field-handlers.ts';
import { type Context, type Handler, handlerOfKind } from '../platform/handler.ts';
import { sequenceHandlers } from '../sequences/sequence-handlers.ts';

/** The parts of the service that removing records needs. */
export type PruneDeps = RecompileDeps & {
  facts: SegmentFacts & Pick<AccountFacts, 'sendTimesChanged'>;
};

type Remove = (record: Records[DefinitionType], context: Context<PruneDeps>) => Promise<unknown>;

function by<Name extends OperationName>(
  handler: Handler<Name, PruneDeps>,
  inputOf: (record: { key: string; id: number }) => OperationInput<Name>,
): Remove {
  const { run } = handlerOfKind(handler, 'transaction');
  return async (record, context) =>
    await run(inputOf(record as unknown as { key: string; id: number }), context);
}

const { run: archive } = handlerOfKind(emailHandlers.delete_email, 'transaction');

/** By hand an email in use is archived with a warning; a prune leaves it (SAFE-23). */
async function removeEmail(
  record: Records[DefinitionType],
  context: Context<PruneDeps>,
): Promise<void> {
  const { id } = record as Records['email'];
  const { warnings = [] } = await archive({ email_id: id ?? 0 }, context);
  const [inUse] = warnings;
  if (inUse) throw new Refusal('in_use', inUse.message);
}

/** Each record is removed by its own operation and so by its rules (DEFN-22). */
const removals: {
  readonly [Type in Exclude<DefinitionType, SingleType | 'flow_test'>]: Remove;
} = {
  theme: by(themeHandlers.delete_theme, ({ key }) => ({ theme_key: key })),
  component: by(componentHandlers.delete_component, ({ key }) => ({ component_key: key })),
  template: by(layoutHandlers.delete_layout, ({ id }) => ({ layout_id: id })),
  field: by(fieldHandlers.delete_field, ({ key }) => ({ field_key: key })),
  product: by(productHandlers.delete_product, ({ key }) => ({ product_key: key })),
  email: removeEmail,
  segment: by(segmentHandlers.delete_segment, ({ key }) => ({ segment_key: key })),
  guard: by(guardHandlers.delete_guard, ({ key }) => ({ guard_key: key })),
  sequence: by(sequenceHandlers.delete_sequence, ({ id }) => ({ sequence_id: id })),
  flow: by(flowHandlers.delete_flow, ({ key }) => ({ flow_key: key })),
  form: by(formHandlers.delete_form, ({ key }) => ({ form_key: key })),
};

/**
 * Removes the records without a file, in the reverse order of application, so that records go
 * before those they name. A refusal becomes an error of the change, and the answer is false.
 */
export async function prune(
  context: Context<PruneDeps>,
  changes: readonly Change[],
): Promise<boolean> {
  const absent = [...definitionTypes].reverse().flatMap((type) => {
    return changes.filter((change) => change.type === type && change.kind === 'absent');
  });
  let why = await removeAll(context, absent);
  const held = [...why].filter(([, { code }]) => code === 'in_use').map(([change]) => change);
  if (held.length > 0) {
    // They may hold each other alone. Where one stays after all, the caller rolls back.
    const keysOf = (type: DefinitionType) =>
      held.flatMap((change) =>
        change.type === type ? [(change.before as { key: string }).key] : [],
      );
    const named = { flows: keysOf('flow'), segments: keysOf('segment') };
    await forgetReferencesOf(context.tx, named);
    why = await removeAll(context, [...why.keys()]);
  }
  for (const [change, { code: refused, detail }] of why) {
    const error = {
      path: '',
      code: refused === 'in_use' ? refused : 'cannot_be_removed',
      message: detail,
    };
    change.summary = [noFileSummary];
    change.errors.push(asIssue(error, 'Add its file to the tree, or push without prune.'));
  }
  return why.size === 0;
}

/** Removes what can be removed, round by round. Answers why the rest was refused. */
async function removeAll(
  context: Context<PruneDeps>,
  changes: readonly Change[],
): Promise<Map<Change, Refusal>> {
  let why = await removeEach(context, changes);
  for (let before = changes.length; why.size > 0 && why.size < before; ) {
    before = why.size;
    why = await removeEach(context, [...why.keys()]);
  }
  return why;
}

/**
 * A refused removal is tried again after others, which may have named the record: of its own type, as
 * segments do, or of one that goes later, as a segment that names a flow.
 */
async function removeEach(
  context: Context<PruneDeps>,
  changes: readonly Change[],
): Promise<Map<Change, Refusal>> {
  const why = new Map<Change, Refusal>();
  for (const change of changes) {
    // Tests of flows are gone from their flows by now.
    if (change.before === null || isSingle(change.type) || change.type === 'flow_test') continue;
    try {
      await removals[change.type](change.before, context);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      why.set(change, error);
    }
  }
  return why;
}
