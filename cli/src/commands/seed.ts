import { thrownProblem } from '@postroad/core/platform/thrown-problem';
import { readConfig } from '@postroad/service/app/config/config';
import { openService } from '@postroad/service/app/open-service';
import { UsageError } from '../output/exit-codes.ts';
import { reportFailure } from '../output/report.ts';
import type { Terminal } from '../output/terminal.ts';

type SeedTerminal = Pick<Terminal, 'env' | 'out' | 'err'>;

const usage = `Loads the example into an empty database: a made-up company after five weeks of people, mail and figures.

  npm run seed
  npm run seed -- --until 2026-05-01T12:00:00Z

DATABASE_URL or DATA_DIR name the database, as for "npm start". --until is the end of the five weeks,
now where it is left out; the same end gives the same company.
`;

function endOf(argv: readonly string[]): string | undefined {
  const [flag, value] = argv;
  if (flag === undefined) return undefined;
  if (flag === '--until' && value !== undefined && argv.length === 2) return value;
  throw new UsageError(`--until takes a timestamp, and nothing else is taken.\n\n${usage}`);
}

const farewell = `Larkspur is here: a made-up company of gardeners, after five weeks.

  npm start                                     serve it, with the same DATA_DIR or DATABASE_URL
  npx postroad flows outline new-gardeners      a flow with people on its steps
  npx postroad people get ada.brook@example.com
  npx postroad broadcasts list                  sent, scheduled, canceled and a draft
  npx postroad report get --by day              opens, clicks and more
  npx postroad queue list --status failed       a full mailbox
  npx postroad queue list --status uncertain    a connection that broke off
  npx postroad segments list
  npx postroad example remove                   take all of it out again

No mail leaves for its people. The mailbox that "npm start" prints shows every mail.
`;

/** Says where the example can be loaded instead. */
function reportRefusal(error: unknown, terminal: SeedTerminal): number {
  const code = reportFailure(error, terminal);
  if (thrownProblem(error)?.code === 'conflict') {
    terminal.err(
      terminal.env.DATABASE_URL
        ? '  For an account of its own, name an empty database in DATABASE_URL, here and for npm start.\n'
        : `  For an account of its own, name an empty folder, and serve that:

  DATA_DIR=./data-seed npm run seed
  DATA_DIR=./data-seed npm start
`,
    );
  }
  return code;
}

/** `npm run seed`: the operation load_example on the configured database. Returns the exit code. */
export async function seed(argv: string[], terminal: SeedTerminal): Promise<number> {
  try {
    if (argv.includes('--help')) {
      terminal.out(usage);
      return 0;
    }
    const until = endOf(argv);
    const config = readConfig(terminal.env);
    const logLevel = terminal.env.LOG_LEVEL ? config.logLevel : 'error';
    const service = await openService({ ...config, logLevel });
    try {
      const actor = { id: 'local', name: 'seed', scopes: ['admin'] } as const;
      await service.invoke('load_example', until === undefined ? {} : { ends_at: until }, {
        actor,
        surface: 'cli',
      });
    } finally {
      await service.close();
    }
    terminal.out(farewell);
    return 0;
  } catch (error) {
    return reportRefusal(error, terminal);
  }
}
