import { settingKeys, settingsWith } from '@postroad/core/account/settings';
import type { PlanKnowledge } from '@postroad/core/definitions/check/check-plan';
import type { Account, DefinitionType, Records } from '@postroad/core/definitions/records';
import { flowCase } from '@postroad/core/flows/cases/flow-case';
import { readProfile } from '@postroad/store/account/profile';
import { findSettings } from '@postroad/store/account/setting';
import { listGuards } from '@postroad/store/conditions/guard';
import { readComponents } from '@postroad/store/content/component';
import { findLayouts } from '@postroad/store/content/layout';
import { listThemes } from '@postroad/store/content/theme';
import {
  type AuthoredEmail,
  listArchivedEmailIds,
  readEmails,
  readProducts,
  readRevisions,
  readSegments,
} from '@postroad/store/definitions/definition';
import { listEventNames } from '@postroad/store/events/event-type';
import { type FlowRow, listFlows } from '@postroad/store/flows/flow';
import { listForms } from '@postroad/store/forms/form';
import { listFields } from '@postroad/store/people/field';
import { listTags } from '@postroad/store/people/tag';
import type { Tx } from '@postroad/store/platform/transaction';
import { listSequences } from '@postroad/store/sequences/sequence';
import { listSequenceSteps } from '@postroad/store/sequences/sequence-step';
import { listEndpointStates } from '@postroad/store/webhooks/endpoint';
import { withSegmentKeys } from './name-segments.ts';

const all = { after: 0, limit: Number.MAX_SAFE_INTEGER };

/** In order of key, independent of the locale. */
function byKey<Row extends { key: string }>(rows: readonly Row[]): Row[] {
  return [...rows].sort((a, b) => (a.key < b.key ? -1 : 1));
}

export function emailRecord({ layout_id, ...email }: AuthoredEmail): Records['email'] {
  return { ...email, template_id: layout_id };
}

async function loadSequences(tx: Tx): Promise<Records['sequence'][]> {
  const rows = await listSequences(tx, { ...all, key: null });
  const steps = await listSequenceSteps(
    tx,
    rows.map(({ id }) => id),
  );
  const bySequence = new Map<number, Records['sequence']['steps']>();
  for (const { sequence_id, delay_amount, delay_unit, status, email_id } of steps) {
    const own = bySequence.get(sequence_id) ?? [];
    own.push({ delay_amount, delay_unit, status, email_id });
    bySequence.set(sequence_id, own);
  }
  return rows.map(({ id, key, name, description, repeat_mode, enabled }) => {
    return { id, key, name, description, repeat_mode, enabled, steps: bySequence.get(id) ?? [] };
  });
}

/** The tests of a flow, each as a record of its own. */
function testsOf({ key, tests }: FlowRow): Records['flow_test'][] {
  return Object.entries(tests).map(([name, test]) => {
    return { key: `${key}/${name}`, ...flowCase.parse(test) };
  });
}

type Condition = Record<string, unknown>;

async function loadProfile(tx: Tx): Promise<Records['profile']> {
  const { preview_person_id: _, ...profile } = await readProfile(tx);
  return profile;
}

async function loadSettings(tx: Tx): Promise<Records['settings']> {
  const settings = settingsWith(await findSettings(tx));
  return Object.fromEntries(settingKeys.map((key) => [key, settings[key]]));
}

/**
 * All authored content, with one query for each kind. Not included are people and their history,
 * credentials, broadcasts (DEFN-06, DEFN-08) and archived emails.
 */
export async function loadAccount(tx: Tx): Promise<Account> {
  const themes = await listThemes(tx);
  const components = await readComponents(tx);
  const layouts = await findLayouts(tx, null);
  const segments = await readSegments(tx);
  const guards = await listGuards(tx, all);
  const flows = await listFlows(tx, { ...all, label: null, hasDraft: null });
  const keys = new Map(segments.map(({ id, key }) => [id, key]));
  return {
    theme: byKey(themes).map(({ key, name, is_default, variables }) => {
      return { key, name, is_default, variables };
    }),
    component: byKey(components).map(({ key, name, html }) => ({ key, name, html })),
    template: layouts.map(({ id, key, name, theme, is_default, css, html }) => {
      return { id, key, name, theme, is_default, css, html };
    }),
    field: byKey(await listFields(tx)).map(({ key, name, type, active }) => {
      return { key, name, type, active };
    }),
    product: await readProducts(tx),
    email: (await readEmails(tx)).map(emailRecord),
    segment: segments.map(({ key, name, description, definition }) => {
      return { key, name, description, definition: withSegmentKeys(definition as Condition, keys) };
    }),
    guard: byKey(guards).map(({ key, name, condition, labels, enabled }) => {
      return {
        key,
        name,
        condition: withSegmentKeys(condition as Condition, keys),
        labels,
        enabled,
      };
    }),
    sequence: await loadSequences(tx),
    flow: byKey(flows).map(({ key, name, labels, run_policy, definition }) => {
      return {
        key,
        name,
        labels,
        run_policy,
        definition: withSegmentKeys({ ...definition }, keys),
      };
    }),
    flow_test: flows.flatMap(testsOf).sort((a, b) => (a.key < b.key ? -1 : 1)),
    form: byKey(await listForms(tx, all)).map(
      ({ id: _id, revision: _revision, created_at: _created, updated_at: _updated, ...form }) =>
        form,
    ),
    settings: await loadSettings(tx),
    profile: await loadProfile(tx),
  };
}

/** The revision of any record; null where it is not stored. */
export type RevisionOf = (type: DefinitionType, address: string | number | null) => number | null;

export async function loadRevisions(tx: Tx): Promise<RevisionOf> {
  const nameOf = (type: string, address: string | number | null) =>
    JSON.stringify([type, address === null ? null : String(address)]);
  const rows = await readRevisions(tx);
  const known = new Map(rows.map((row) => [nameOf(row.type, row.address), row.revision]));
  return (type, address) => known.get(nameOf(type, address)) ?? null;
}

/** What planning needs besides the account itself. */
export async function loadKnowledge(tx: Tx): Promise<PlanKnowledge> {
  const fields = await listFields(tx);
  const segments = await readSegments(tx);
  return {
    tags: new Set((await listTags(tx)).map(({ normalized }) => normalized)),
    events: new Set(await listEventNames(tx)),
    archivedEmails: await listArchivedEmailIds(tx),
    now: tx.now,
    segmentIds: new Map(segments.map(({ key, id }) => [key, id])),
    endpoints: await listEndpointStates(tx),
    usedFields: new Set(fields.filter(({ used }) => used).map(({ key }) => key)),
  };
}
