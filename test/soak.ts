import { spawn } from 'node:child_process';

/** What runs long, by name. */
const soaks: Readonly<Record<string, readonly string[]>> = {
  sending: [
    'service/sending/fault-series',
    'service/sending/send-races',
    'service/broadcasts/broadcast-races',
    'cli/submission-kills',
  ],
  hostile: ['security/hostile-hour'],
  pooling: ['service/platform/pooler'],
  failover: ['service/platform/failover'],
  retention: ['service/app/retention-steps'],
  partitions: ['service/app/partition-load'],
  calls: ['service/app/random-calls'],
  trees: ['service/definitions/random-trees'],
};

const usage = `npm run soak -- [${Object.keys(soaks).join(' | ')}] [options of vitest]

Runs for minutes to hours what npm test runs in small, by default the kills and races of sending.
  POSTROAD_SOAK  mails of a series of kills, or rows of each kind that retention removes; 50000 by default,
                 and rows that are taken over and dropped; 5000000 by default
                 A tenth of it are random calls, and a hundredth random trees
  POSTROAD_SEED  chooses what is random
  --project embedded  on the embedded database instead of PostgreSQL
`;

const [first = '', ...rest] = process.argv.slice(2);
const named = soaks[first];
const options = named === undefined ? process.argv.slice(2) : rest;
const isUnknown = named === undefined && first !== '' && !first.startsWith('-');
if (isUnknown || options.includes('--help')) {
  process.stderr.write(usage);
  process.exit(isUnknown ? 2 : 0);
}
const project = options.some((option) => option.startsWith('--project'))
  ? []
  : ['--project', 'postgres'];
const files = named ?? soaks.sending ?? [];
const child = spawn('vitest', ['run', ...project, ...files, ...options], {
  stdio: 'inherit',
  env: {
    ...process.env,
    POSTROAD_SOAK: process.env.POSTROAD_SOAK ?? (first === 'partitions' ? '5000000' : '50000'),
  },
});
child.on('exit', (code) => {
  process.exitCode = code ?? 1;
});
