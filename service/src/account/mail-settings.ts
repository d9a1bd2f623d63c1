import type { FrequencyCap } from '@postroad/core/account/frequency-caps';
import type { SendWindows } from '@postroad/core/account/send-windows';
import { settingsWith } from '@postroad/core/account/settings';
import type { ProfileRow } from '@postroad/store/account/profile';
import { type AccountRow, readAccount } from '@postroad/store/account/setting';
import type { Tx } from '@postroad/store/platform/transaction';

/** Profile and settings that every mail needs besides its content. */
export interface MailSettings {
  profile: ProfileRow;
  mailingAddress: string;
  windows: SendWindows;
  caps: readonly FrequencyCap[];
  /** Domains from which messages may be sent. */
  allowedFrom: readonly string[];
  /** Days for which what was sent is kept; 0 for none. */
  keepContentDays: number;
  /** Whether events are kept for ever. */
  keepsEvents: boolean;
  /** Ids of people for whom no mail leaves; null where the example is not in the account. */
  examplePeople: AccountRow['examplePeople'];
}

/** The keys of those settings. */
export const mailSettingKeys = [
  'sending.mailing_address',
  'send_windows',
  'sending.frequency_caps',
  'sending.allowed_from',
  'sending.keep_content_days',
  'retention.events_days',
] as const;

export function mailSettingsOf({ profile, saved, examplePeople }: AccountRow): MailSettings {
  const settings = settingsWith(saved);
  return {
    profile,
    mailingAddress: settings['sending.mailing_address'],
    windows: settings.send_windows,
    caps: settings['sending.frequency_caps'],
    allowedFrom: settings['sending.allowed_from'],
    keepContentDays: settings['sending.keep_content_days'],
    keepsEvents: settings['retention.events_days'] === 0,
    examplePeople,
  };
}

/** Loads the profile and the settings that mail needs, in one round trip. */
export async function loadMailSettings(tx: Tx): Promise<MailSettings> {
  return mailSettingsOf(await readAccount(tx, mailSettingKeys));
}

/**
 * Whether somebody is of the example, and does not exist: their mail is only ever written into files
 * (TOUR-01).
 */
export function isExamplePerson(
  { examplePeople }: Pick<MailSettings, 'examplePeople'>,
  config: { mailProvider: string },
  personId: number,
): boolean {
  if (examplePeople === null || config.mailProvider === 'outbox') return false;
  const [first, last] = examplePeople;
  return personId >= first && personId <= last;
}
