import { limits } from '../../platform/limits.ts';

/** Why a replica answers no reads. `/readyz` shows these to anybody, so they name no address. */
export const replicaFaults = {
  away: 'The read replica does not answer, so all is read from the primary.',
  behind: `The read replica is more than ${limits.replicaLagMs / 1_000} s behind, so all is read from the primary.`,
  writes: 'The read replica takes writes and follows nobody, so all is read from the primary.',
  foreign: 'The read replica follows another database, so all is read from the primary.',
  pooled:
    'The read replica is behind a pooler that loses prepared statements, so all is read from the primary.',
} as const;

export type ReplicaFault = keyof typeof replicaFaults;
