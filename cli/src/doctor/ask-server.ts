import { setClock } from '@postroad/core/account/checks/check-texts';
import { plainCall } from '@postroad/core/catalog/call';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { clockLevel } from '@postroad/service/app/checks/check-clock';
import { connect } from '../connection/connect.ts';
import { faulty, good, type Printed } from './printed.ts';

/** What the server finds where it runs, and how far its clock is from the one here. */
export async function askServer(
  env: Record<string, string | undefined>,
  cwd: string,
): Promise<Printed[]> {
  const connection = await connect(env, { cwd });
  try {
    if (connection.remote === null) {
      const fix =
        'Start "postroad serve", or name a server with POSTROAD_URL; "postroad doctor" looks from here.';
      return [faulty('No server is running that could be asked', fix)];
    }
    const before = Date.now();
    const { output } = await connection.call('check_service', {}, plainCall);
    const { checks } = output as OperationOutput<'check_service'>;
    return [
      good(`Service at ${connection.target} answers`),
      ...clockResults(Date.parse(checks.made_at), { before, after: Date.now() }),
      ...checks.results,
    ];
  } finally {
    await connection.close();
  }
}

/** The server looked between the call and its answer, so only what lies outside is apart. */
export function clockResults(
  theirs: number,
  { before, after }: { before: number; after: number },
): Printed[] {
  const apart = theirs < before ? before - theirs : Math.min(0, after - theirs);
  const level = clockLevel(apart);
  if (level === 'ok') return [good('The clock of this command agrees with that of the server')];
  const way = apart > 0 ? 'ahead of' : 'behind';
  const seconds = Math.round(Math.abs(apart) / 1_000);
  const message = `The clock of this command is ${seconds} s ${way} that of the server`;
  return [faulty(message, setClock, level)];
}
