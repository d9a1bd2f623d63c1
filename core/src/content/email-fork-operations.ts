import { z } from 'zod';
import { defineOperation } from '../platform/operations/operation.ts';
import { id } from '../platform/operations/shapes.ts';
import { emailShape } from './email-operations.ts';

const holderTypes = ['sequence_step', 'broadcast'] as const;

export const emailForkOperations = {
  fork_email: defineOperation({
    noun: 'emails',
    verb: 'fork',
    summary: 'Give a sequence step or broadcast its own copy of the email it uses.',
    method: 'POST',
    path: '/emails/fork',
    safety: 'add',
    status: 201,
    input: z.strictObject({ holder_type: z.enum(holderTypes), holder_id: id }),
    output: z.strictObject({ email: emailShape }),
  }),
};
