import {
  type AccountRow,
  accountOf,
  type JoinedAccount,
  joinedAccount,
} from '../account/setting.ts';
import { type PersonRow, type PreviewedAs, previewedPerson } from '../people/person.ts';
import type { SingleRead } from '../platform/read-without-transaction.ts';

/** What the preview of an email as it is saved is made with, where its compile is known. */
export interface SavedPreview {
  now: Date;
  account: AccountRow;
  /** The email's compile; null where there is none, or where it is to be made again. */
  version: number | null;
  person: PersonRow | null;
}

type Row = PersonRow & { at: Date; account: JoinedAccount; version: number | null };

/** All of that in one statement: an author previews again and again. */
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
