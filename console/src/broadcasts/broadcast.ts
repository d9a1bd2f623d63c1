import type { OperationOutput } from '@postroad/core/catalog/catalog';

export type Broadcast = OperationOutput<'get_broadcast'>['broadcast'];
export type Audience = NonNullable<Broadcast['audience']>;
