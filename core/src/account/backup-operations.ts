import { z } from 'zod';
import { defineOperation } from '../platform/operations/operation.ts';
import { timeBound, timestamp } from '../platform/operations/shapes.ts';

/** The media type of a backup, which `postroad restore` reads. */
export const backupType = 'application/x-postroad-backup';

const backups = z.strictObject({
  last_made_at: timestamp.nullable().describe('Of the newest backup that is recorded; null: none'),
  overdue: z.boolean().describe('None was made in the last seven days'),
});

export const backupOperations = {
  get_backups: defineOperation({
    noun: 'backups',
    verb: 'get',
    summary: 'Get when the last backup was made, and whether another one is overdue.',
    method: 'GET',
    path: '/backups',
    safety: 'read',
    status: 200,
    input: z.strictObject({}),
    output: z.strictObject({ backups }),
  }),
  download_backup: defineOperation({
    noun: 'backups',
    verb: 'download',
    summary: 'Read a backup of everything in the database, which "postroad restore" takes.',
    method: 'GET',
    path: '/backups/content',
    safety: 'read',
    scope: 'admin',
    audited: 'backups',
    status: 200,
    answerStream: { types: { [backupType]: {} }, file: 'backup' },
    input: z.strictObject({}),
    output: z.strictObject({ backups }),
  }),
  record_backup: defineOperation({
    noun: 'backups',
    verb: 'record',
    summary: 'Record that a backup was made and kept, also one that other tools made.',
    method: 'POST',
    path: '/backups',
    safety: 'add',
    scope: 'admin',
    status: 201,
    input: z.strictObject({
      made_at: timeBound('made_at').optional().describe('When it was made; now by default'),
    }),
    output: z.strictObject({ backups }),
  }),
};
