import type { z } from 'zod';
import { broadcastOperations } from './broadcast.ts';
import { clockOperations } from './clock.ts';
import { componentOperations } from './component.ts';
import { definitionOperations } from './definition.ts';
import { dryRunOperations } from './dry-run.ts';
import { emailOperations } from './email.ts';
import { emailForkOperations } from './email-fork.ts';
import { emailStatsOperations } from './email-stats.ts';
import { eventOperations } from './event.ts';
import { fieldOperations } from './field.ts';
import { flowOperations } from './flow.ts';
import { flowDiffOperations } from './flow-diff.ts';
import { flowVersionOperations } from './flow-version.ts';
import { guardOperations } from './guard.ts';
import { importOperations } from './import.ts';
import { layoutOperations } from './layout.ts';
import type { Operation } from './operation.ts';
import { personOperations } from './person.ts';
import { productOperations } from './product.ts';
import { profileOperations } from './profile.ts';
import { renewalOperations } from './renewal.ts';
import { runOperations } from './run.ts';
import { schemaOperations } from './schema.ts';
import { segmentOperations } from './segment.ts';
import { sendOperations } from './send.ts';
import { sequenceOperations } from './sequence.ts';
import { settingOperations } from './setting.ts';
import { subscriptionOperations } from './subscription.ts';
import { tagOperations } from './tag.ts';
import { themeOperations } from './theme.ts';
import { timelineOperations } from './timeline.ts';
import { tokenOperations } from './token.ts';

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
