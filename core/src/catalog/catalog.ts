import type { z } from 'zod';
import { clockOperations } from '../account/clock-operations.ts';
import { profileOperations } from '../account/profile-operations.ts';
import { settingOperations } from '../account/setting-operations.ts';
import { tokenOperations } from '../account/token-operations.ts';
import { productOperations } from '../billing/product-operations.ts';
import { subscriptionOperations } from '../billing/subscription-operations.ts';
import { broadcastOperations } from '../broadcasts/broadcast-operations.ts';
import { guardOperations } from '../conditions/guard-operations.ts';
import { segmentOperations } from '../conditions/segment-operations.ts';
import { componentOperations } from '../content/component-operations.ts';
import { emailForkOperations } from '../content/email-fork-operations.ts';
import { emailOperations } from '../content/email-operations.ts';
import { emailStatsOperations } from '../content/email-stats-operations.ts';
import { layoutOperations } from '../content/layout-operations.ts';
import { themeOperations } from '../content/theme-operations.ts';
import { definitionOperations } from '../definitions/definition-operations.ts';
import { eventOperations } from '../events/event-operations.ts';
import { dryRunOperations } from '../flows/dry-run-operations.ts';
import { flowDiffOperations } from '../flows/flow-diff-operations.ts';
import { flowOperations } from '../flows/flow-operations.ts';
import { flowVersionOperations } from '../flows/flow-version-operations.ts';
import { renewalOperations } from '../flows/renewals/renewal-operations.ts';
import { runOperations } from '../flows/run-operations.ts';
import { fieldOperations } from '../people/field-operations.ts';
import { importOperations } from '../people/import/import-operations.ts';
import { personOperations } from '../people/person-operations.ts';
import { tagOperations } from '../people/tag-operations.ts';
import type { Operation } from '../platform/operations/operation.ts';
import { sendOperations } from '../sending/send-operations.ts';
import { timelineOperations } from '../sending/timeline-operations.ts';
import { sequenceOperations } from '../sequences/sequence-operations.ts';
import { schemaOperations } from './schema-operations.ts';

/** Every operation of the service, by name; all surfaces are made from it. */
export const catalog = {
  ...themeOperations,
  ...layoutOperations,
  ...componentOperations,
  ...emailOperations,
  ...emailForkOperations,
  ...emailStatsOperations,
  ...sequenceOperations,
  ...flowOperations,
  ...dryRunOperations,
  ...flowVersionOperations,
  ...flowDiffOperations,
  ...renewalOperations,
  ...runOperations,
  ...personOperations,
  ...timelineOperations,
  ...fieldOperations,
  ...importOperations,
  ...tagOperations,
  ...broadcastOperations,
  ...segmentOperations,
  ...guardOperations,
  ...productOperations,
  ...subscriptionOperations,
  ...eventOperations,
  ...sendOperations,
  ...definitionOperations,
  ...profileOperations,
  ...settingOperations,
  ...tokenOperations,
  ...schemaOperations,
  ...clockOperations,
};

export type Catalog = typeof catalog;
export type OperationName = keyof Catalog;
export type OperationInput<Name extends OperationName> = z.output<Catalog[Name]['input']>;
export type OperationRequest<Name extends OperationName> = z.input<Catalog[Name]['input']>;
export type OperationOutput<Name extends OperationName> = z.output<Catalog[Name]['output']>;

export const operationNames = Object.keys(catalog) as OperationName[];

/** The contract under a name, without its exact types; for code that treats all alike. */
export function operationNamed(name: OperationName): Operation {
  return catalog[name] as Operation;
}
