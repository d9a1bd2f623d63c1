import { withOtherIds } from '@postroad/core/conditions/record-keys';
import type { Change } from '@postroad/core/definitions/change';
import type { CheckedPlan } from '@postroad/core/definitions/check/check-plan';
import { flowOfTest } from '@postroad/core/definitions/check/flow-tests';
import { isSingle } from '@postroad/core/definitions/record-types';
import type { DefinitionType, Records, SingleType } from '@postroad/core/definitions/records';
import type { NamedType } from '@postroad/core/definitions/resolve-keys';
import { raiseFlowsVersion } from '@postroad/store/account/engine-state';
import { lockSettings } from '@postroad/store/account/setting';
import { lockGuards } from '@postroad/store/conditions/guard';
import { lockRunning, lockSequences, passId } from '@postroad/store/definitions/definition';
import { lockForms } from '@postroad/store/forms/form';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import type { ProfileDeps } from '../account/profile-handlers.ts';
import type { SettingDeps } from '../account/setting-handlers.ts';
import type { Context } from '../platform/handler.ts';
import { type PruneDeps, prune } from './prune.ts';
import type { RenderedPlan } from './render-changes.ts';
import {
  type Write,
  writeComponent,
  writeEmail,
  writeRendered,
  writeTemplate,
  writeTheme,
} from './write-content.ts';
import { storeFlowTests } from './write-flow-tests.ts';
import {
  writeField,
  writeFlow,
  writeForm,
  writeGuard,
  writeProduct,
  writeProfile,
  writeSegment,
  writeSettings,
} from './write-rules.ts';
import { writeSequence } from './write-sequence.ts';

const sequenceWrite: Write<'sequence'> = async (writing, before, after, id) => {
  if (id !== null) await passId(writing.tx, 'sequences', id);
  return await writeSequence(writing, before, after, id);
};

type WrittenType = Exclude<DefinitionType, SingleType | 'flow_test'>;

const writes: { readonly [Type in WrittenType]: Write<Type> } = {
  theme: writeTheme,
  component: writeComponent,
  template: writeTemplate,
  field: writeField,
  product: writeProduct,
  email: writeEmail,
  segment: writeSegment,
  guard: writeGuard,
  sequence: sequenceWrite,
  flow: writeFlow,
  form: writeForm,
};

/** The names of the types in live changes. */
const resources: { readonly [Type in DefinitionType]: string } = {
  theme: 'themes',
  component: 'components',
  template: 'templates',
  field: 'fields',
  product: 'products',
  email: 'emails',
  segment: 'segments',
  guard: 'guards',
  sequence: 'sequences',
  flow: 'flows',
  flow_test: 'flows',
  form: 'forms',
  settings: 'settings',
  profile: 'profile',
};

function isWritten({ kind, after }: Change): boolean {
  return (kind === 'create' || kind === 'update') && after !== null;
}

/** Held until the transaction ends, in the order that every writer keeps. */
export async function lockForApply(
  { tx }: Pick<Context, 'tx'>,
  changes: readonly Change[],
): Promise<void> {
  const concerns = (type: DefinitionType) =>
    changes.some((change) => change.type === type && change.kind !== 'unchanged');
  await lockReferences(tx, 'alone');
  if (concerns('guard')) await lockGuards(tx);
  if (concerns('form')) await lockForms(tx);
  if (concerns('settings')) await lockSettings(tx);
  if (changes.some(({ type, kind }) => type === 'sequence' && kind === 'create')) {
    await lockSequences(tx);
  }
  const held = changes.filter(({ kind, before }) => kind !== 'unchanged' && before !== null);
  await lockRunning(tx, {
    flows: held.flatMap(({ type, before }) => {
      if (type === 'flow_test') return flowOfTest(before as Records['flow_test']);
      return type === 'flow' ? (before as Records['flow']).key : [];
    }),
    sequences: held.flatMap(({ type, before }) =>
      type === 'sequence' ? ((before as Records['sequence']).id ?? []) : [],
    ),
  });
}

type Subject = { subject: 'theme' | 'layout' | 'component'; subjectId: number };

/** The written records: their ids by the ids of the plan, and those that emails are made of. */
class Written {
  readonly #ids = new Map<string, number>();
  readonly subjects: Subject[] = [];
  readonly segments: { id: number; key: string }[] = [];
  flows = 0;

  add(type: DefinitionType, after: object, id: number | string): void {
    const { id: planned, key } = after as { id?: number | null; key?: string };
    if (typeof id !== 'number') return;
    if (typeof planned === 'number') this.#ids.set(`${type} ${planned}`, id);
    if (type === 'theme' || type === 'component')
      this.subjects.push({ subject: type, subjectId: id });
    if (type === 'template') this.subjects.push({ subject: 'layout', subjectId: id });
    if (type === 'segment') this.segments.push({ id, key: key ?? '' });
    if (type === 'flow') this.flows += 1;
  }

  idOf(type: NamedType): (planned: number) => number {
    return (planned) => this.#ids.get(`${type} ${planned}`) ?? planned;
  }

  /** A record with the ids that new records got in the place of those of the plan. */
  asWritten<Type extends DefinitionType>(type: Type, record: Records[Type]): Records[Type] {
    if (type === 'email') {
      const { template_id, ...rest } = record as Records['email'];
      const layout = template_id === null ? null : this.idOf('template')(template_id);
      return { ...rest, template_id: layout } as Records[Type];
    }
    if (type === 'form') {
      const { confirm_email_id: id, ...rest } = record as Records['form'];
      const email = id === null ? null : this.idOf('email')(id);
      return { ...rest, confirm_email_id: email } as Records[Type];
    }
    if (type === 'sequence') {
      const sequence = record as Records['sequence'];
      const idOf = this.idOf('email');
      const steps = sequence.steps.map((step) => ({ ...step, email_id: idOf(step.email_id) }));
      return { ...sequence, steps } as Records[Type];
    }
    if (type !== 'segment' && type !== 'guard' && type !== 'flow') return record;
    return withOtherIds(record, (noun, id) => this.idOf(noun)(id));
  }
}

async function writeOne(
  { tx }: Pick<Context, 'tx'>,
  change: Change,
  written: Written,
): Promise<void> {
  const { type, before, after, kind, provisional } = change;
  if (isSingle(type) || type === 'flow_test' || after === null) return;
  const asked = (after as { id?: number | null }).id ?? null;
  const id = kind === 'create' && !provisional ? asked : null;
  const write = writes[type] as unknown as Write<DefinitionType>;
  const stored = written.asWritten<DefinitionType>(type, after);
  const made = await write({ tx }, before, stored, id);
  written.add(type, after, made);
  const action = kind === 'create' ? 'created' : 'updated';
  tx.work.tell({ resource: resources[type], id: made, action });
}

/** The parts of the service that storing a plan needs. */
export type WriteDeps = PruneDeps & SettingDeps & ProfileDeps;

/**
 * Stores a plan, in the order of application (DEFN-21). Returns false if a removal was refused;
 * then its change has the error, and the caller rolls back.
 */
export async function writeChanges(
  context: Context<WriteDeps>,
  plan: CheckedPlan,
  rendered: RenderedPlan,
  options: { prune: boolean },
): Promise<boolean> {
  const { tx, deps } = context;
  const written = new Written();
  const of = (types: readonly DefinitionType[]) =>
    plan.changes.filter((change) => isWritten(change) && types.includes(change.type));
  for (const change of of(['theme', 'component', 'template', 'field', 'product', 'email'])) {
    await writeOne(context, change, written);
  }
  await writeRendered({ tx }, rendered, written);
  // Segments and guards may name new sequences, whose ids are known once they are written. Nothing
  // shows the order, since all of it is one transaction.
  for (const change of [...of(['sequence']), ...of(['segment', 'guard'])]) {
    await writeOne(context, change, written);
  }
  await deps.facts.segmentsChanged.publish(tx, written.segments);
  for (const change of of(['flow', 'form'])) await writeOne(context, change, written);
  await storeFlowTests(tx, plan.changes, options.prune);
  if (written.flows > 0) await raiseFlowsVersion(tx);
  for (const { before, after } of of(['settings'])) {
    await writeSettings(context, before as Records['settings'], after as Records['settings']);
    tx.work.tell({ resource: 'settings', id: null, action: 'updated' });
  }
  for (const { before, after } of of(['profile'])) {
    await writeProfile(context, before as Records['profile'], after as Records['profile']);
    tx.work.tell({ resource: 'profile', id: null, action: 'updated' });
  }
  return !options.prune || (await prune(context, plan.changes));
}
