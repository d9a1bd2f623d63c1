import { answersAlike } from './three-surfaces.ts';

answersAlike([
  { name: 'get_backups' },
  { name: 'download_backup' },
  { name: 'record_backup', input: { made_at: '2026-01-01T00:00:00Z' } },
  { name: 'record_backup', input: { made_at: '2199-01-01T00:00:00Z' } },
]);
