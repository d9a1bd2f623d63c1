import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import { resultsOf } from './check-result.ts';

const secretKey = resultsOf('secret_key');
const lostKeys = resultsOf('lost_keys');

/** Where the key that signs lies (SEC-29), and whether keys that signed are known. */
export function keyResults(config: { secretKey: string | null }, lost: number): CheckResult[] {
  const kept =
    config.secretKey === null
      ? secretKey.warning('secret_key_in_database')
      : secretKey.ok('secret_key_outside');
  return lost === 0 ? [kept] : [kept, lostKeys.problem('keys_lost', { count: lost })];
}
