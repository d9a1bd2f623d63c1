import type { CheckResult } from '@postroad/core/account/check-operations';
import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { clockResult } from '@postroad/service/app/checks/check-clock';
import { resultsOf } from '@postroad/service/app/checks/check-result';
import { connect } from '../connection/connect.ts';

const service = resultsOf('service');

/** What the server finds where it runs, and how far its clock is from the one here. */
export async function askServer(
  env: Record<string, string | undefined>,
  cwd: string,
): Promise<CheckResult[]> {
  const connection = await connect(env, { cwd });
  try {
    if (connection.remote === null) {
      const fix =
        'Start "postroad serve", or name a server with POSTROAD_URL; "postroad doctor" looks from here.';
      return [service.problem('No server is running that could be asked', fix)];
    }
    const before = Date.now();
    const options = { dryRun: false, idempotencyKey: undefined };
    const { output } = await connection.call('check_service', {}, options);
    const { checks } = output as OperationOutput<'check_service'>;
    return [
      service.ok(`Service at ${connection.target} answers`),
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
): CheckResult[] {
  const apart = theirs < before ? before - theirs : Math.min(0, after - theirs);
  return [clockResult('this command', 'the server', apart)];
}
