import {
  type AccountRow,
  accountOf,
  type JoinedAccount,
  joinedAccount,
} from '../account/setting.ts';
import { type PersonRow, type PreviewedAs, previewedPerson } from '../people/person.ts';
import type { SingleRead } from '../platform/read-without-transaction.ts';

/** The inputs of a preview of a saved email whose compile is known. */
export interface SavedPreview {
  now: Date;
  account: AccountRow;
  /** Version of the email's compile; null if there is none or it is stale. */
  version: number | null;
  person: PersonRow | null;
}

type Row = PersonRow & { at: Date; account: JoinedAccount; version: number | null };

/** Reads all of it in one statement, because authors preview repeatedly. */
export function readSavedPreview(
  emailId: number,
  as: PreviewedAs,
  keys: readonly string[],
): SingleRead<SavedPreview> {
  return async (sql, now) => {
    const [row] = await sql<Row[]>`
      select p.*, ${now} as at, to_json(a) as account,
        (select c.version from email_compiles c
          where c.email_id = ${emailId}
            and not exists (select from stale_compiles s where s.email_id = c.email_id)) as version
      from (${joinedAccount(sql, keys)}) a left join lateral (${previewedPerson(sql, as)}) p on true`;
    if (!row) throw new Error('The row of profile is missing.');
    const { at, account, version, ...person } = row;
    return { now: at, account: accountOf(account), version, person: person.id ? person : null };
  };
}
