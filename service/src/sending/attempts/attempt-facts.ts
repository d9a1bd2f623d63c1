import type { ZoneClocks } from '@postroad/core/platform/zone-clock';
import type { lockBroadcastsKeyShare } from '@postroad/store/broadcasts/broadcast-queue';
import type { findEvents } from '@postroad/store/events/event';
import type { PersonRow } from '@postroad/store/people/person';
import type { RestoredWindow } from '@postroad/store/queue/restored';
import type { ClaimedSend } from '@postroad/store/queue/send';
import type { MailSettings } from '../../account/mail-settings.ts';
import type { SenderConfig } from '../../account/sender.ts';
import type { ConditionDeps } from '../../conditions/condition-facts.ts';
import type { Guards } from '../../conditions/guards.ts';
import type {
  CompiledEmailCache,
  LoadedTemplate,
} from '../../content/compile/compiled-email-cache.ts';
import type { LoadedMessages } from '../../messages/message-parts.ts';
import type { SuppressionKeys } from '../../people/suppression-hash.ts';
import { isTransactional } from '../../queue/suppression-of.ts';
import type { KeepDeps } from '../sent/keep-content.ts';

/** The template of a mail: of its email, or of the words of a message. */
export type Templates = (send: ClaimedSend) => LoadedTemplate | undefined;
export type People = ReadonlyMap<number, PersonRow>;
export type Broadcasts = Awaited<ReturnType<typeof lockBroadcastsKeyShare>>;
export type Events = Awaited<ReturnType<typeof findEvents>>;

/** The parts of the service that beginning attempts needs. */
export interface AttemptDeps extends ConditionDeps, KeepDeps, SuppressionKeys {
  guards: Guards;
  templates: CompiledEmailCache;
  zones: ZoneClocks;
  config: SenderConfig & KeepDeps['config'];
  restored: RestoredWindow | null;
}

/** What was read for a chunk, of which its mails are made. */
export interface ChunkFacts {
  account: MailSettings;
  events: Events;
  people: People;
  /** Of a test, by its send: the person whose values it shows. */
  readers: ReadonlyMap<number, number>;
  templates: Templates;
  messages: LoadedMessages;
}

/** Mail that rules about times are asked about. */
export interface TimedSends {
  sends: readonly ClaimedSend[];
  people: People;
  templates: Templates;
  account: MailSettings;
}

/** Whether it is transactional mail, which guards, send windows and caps let pass (MSG-03). */
export function passesBy(send: ClaimedSend, templates: Templates): boolean {
  return isTransactional(send.source_kind, templates(send)?.kind);
}

export function idsOf(sends: readonly ClaimedSend[]): number[] {
  return sends.map((send) => send.id);
}
