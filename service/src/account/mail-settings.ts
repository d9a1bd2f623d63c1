import type { SendWindows } from '@postroad/core/account/send-windows';
import { settingsWith } from '@postroad/core/account/settings';
import type { ProfileRow } from '@postroad/store/account/profile';
import { type AccountRow, readAccount } from '@postroad/store/account/setting';
import type { Tx } from '@postroad/store/platform/transaction';

/** Profile and settings that every mail needs besides its content. */
export interface Account {
  profile: ProfileRow;
  mailingAddress: string;
  windows: SendWindows;
}

/** The settings among them. */
export const accountKeys = ['sending.mailing_address', 'send_windows'] as const;

export function shownAccount({ profile, saved }: AccountRow): Account {
  const settings = settingsWith(saved);
  return {
    profile,
    mailingAddress: settings['sending.mailing_address'],
    windows: settings.send_windows,
  };
}

/** Loads the profile and the settings that mail needs, in one round trip. */
export async function loadAccount(tx: Tx): Promise<Account> {
  return shownAccount(await readAccount(tx, accountKeys));
}
