import type { SendWindows } from '@postroad/core/settings/send-windows';
import { settingsWith } from '@postroad/core/settings/settings';
import type { ProfileRow } from '@postroad/store/instance';
import { readAccount } from '@postroad/store/setting';
import type { Tx } from '@postroad/store/transaction';

/** What mail is made with beside what it says. */
export interface Account {
  profile: ProfileRow;
  mailingAddress: string;
  windows: SendWindows;
}

/** The profile with the settings that mail needs, in one round trip. */
export async function loadAccount(tx: Tx): Promise<Account> {
  const { profile, saved } = await readAccount(tx, ['sending.mailing_address', 'send_windows']);
  const settings = settingsWith(saved);
  return {
    profile,
    mailingAddress: settings['sending.mailing_address'],
    windows: settings.send_windows,
  };
}
