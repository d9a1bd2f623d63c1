import type { CheckResult } from '@postroad/core/account/check-operations';
import { resultsOf } from './check-result.ts';

const secretKey = resultsOf('secret_key');
const lostKeys = resultsOf('lost_keys');

/** What a lost key takes with it, and the way back. */
export const keysLost =
  'Links in mail that was signed with earlier keys do not work, and who was erased under them can be mailed again. Give those keys in SECRET_KEY_PREVIOUS.';

/** Where the key that signs lies (SEC-29), and whether keys that signed are known. */
export function keyResults(config: { secretKey: string | null }, lost: number): CheckResult[] {
  const kept =
    config.secretKey === null
      ? secretKey.warning(
          'The key that signs links and seals stored answers lies in the database, so who has a copy or a backup of it can forge any link',
          'Set SECRET_KEY to the output of "openssl rand -hex 32" for every process; links signed before keep working.',
        )
      : secretKey.ok('SECRET_KEY is kept outside the database');
  if (lost === 0) return [kept];
  const count = lost === 1 ? 'A key that signed mail is' : `${lost} keys that signed mail are`;
  return [kept, lostKeys.problem(`${count} not known any more`, keysLost)];
}
