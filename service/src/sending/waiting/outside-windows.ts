import { nextOpen, windowRuleFor } from '@postroad/core/account/send-window';
import type { ZoneClocks } from '@postroad/core/platform/zone-clock';
import { holdReasons } from '@postroad/core/queue/hold-reasons';
import type { ClaimedSend, HeldSend } from '@postroad/store/queue/send';
import type { MailSettings } from '../../account/mail-settings.ts';

/** Mail that may have to wait: no test, and no transactional mail. */
export interface BoundMail extends Pick<ClaimedSend, 'id' | 'person_id' | 'email_id'> {
  labels: readonly string[];
  /** Of the recipient. */
  timezone: string | null;
}

/** When the send window of a mail is open next, from a moment on (QUEUE-05 to QUEUE-08, CAP-05). */
export function windowOpening(
  { labels, timezone }: Pick<BoundMail, 'labels' | 'timezone'>,
  { windows, profile }: Pick<MailSettings, 'windows' | 'profile'>,
  { at, zones }: { at: Date; zones: ZoneClocks },
): Date {
  const rule = windowRuleFor(windows, labels);
  if (rule === null) return at;
  const own = rule.timezone === 'person' ? timezone : null;
  return nextOpen(rule, at, zones.either(own, profile.timezone));
}

/** Mails that must wait for a send window, with the time when it opens. */
export function outsideWindows(
  mails: readonly BoundMail[],
  settings: MailSettings,
  { now, zones }: { now: Date; zones: ZoneClocks },
): HeldSend[] {
  if (settings.windows.rules.length === 0) return [];
  // A chunk holds many mails of few emails, to people of few zones.
  const openings = new Map<string, Date>();
  return mails.flatMap((mail) => {
    const same = `${mail.email_id} ${mail.timezone}`;
    const dueAt = openings.get(same) ?? windowOpening(mail, settings, { at: now, zones });
    openings.set(same, dueAt);
    return dueAt > now ? [{ id: mail.id, due_at: dueAt, reason: holdReasons.outsideWindow }] : [];
  });
}
