import type { OperationOutput } from '@postroad/core/catalog/catalog';

export type Sequence = OperationOutput<'get_sequence'>['sequence'];
export type Step = Sequence['steps'][number];
