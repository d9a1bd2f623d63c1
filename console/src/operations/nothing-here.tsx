import type { OperationName } from '@postroad/core/catalog/catalog';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';
import { mayCall } from './contracts.ts';

interface Lead {
  to: string;
  /** The screen there, by its name. */
  place?: WordKey;
  /** What the button says, in place of opening that screen. */
  label?: WordKey;
  /** What it takes there: who may not call it has no button. */
  operation?: OperationName;
}

/** Cards that can be empty, with where their first row comes from. */
const cardLeads = {
  late: { to: '/queue', place: 'nav.queue' },
  holding: { to: '/settings', place: 'nav.settings' },
  failed: { to: '/reports', place: 'nav.reports' },
  parked: { to: '/flows', place: 'nav.flows' },
  inside: {
    to: '/operations/record_event',
    label: 'list.recordEvent',
    operation: 'record_event',
  },
  changed: { to: '/settings', place: 'nav.settings' },
  byProvider: { to: '/emails', place: 'nav.emails' },
  bounced: { to: '/reports', place: 'nav.reports' },
  webhooks: {
    to: '/operations/create_webhook_endpoint',
    label: 'webhooks.make',
    operation: 'create_webhook_endpoint',
  },
  usedBy: { to: '/broadcasts', place: 'nav.broadcasts' },
  /** The card of consents has its own button, also where there are some. */
  consents: null,
  onStep: { to: '?layer=walk', label: 'canvas.walkIt' },
  differences: { to: '?layer=edit', label: 'canvas.layer.edit' },
  /** The card of tags has its own button. */
  tags: null,
} as const satisfies Readonly<Record<string, Lead | null>>;

export type CardKind = keyof typeof cardLeads;

/** What an empty card would hold, one button and one example, in two calm lines (CON-23). */
export function NothingHere({ of }: { of: CardKind }) {
  const lead: Lead | null = cardLeads[of];
  return (
    <div class="nothing">
      <p class="nothing-says">{t(`nothing.${of}`)}</p>
      <div class="nothing-more">
        <p class="nothing-example">
          <span class="nothing-mark">{t('list.example')}</span> {t(`nothing.${of}.example`)}
        </p>
        {lead !== null && (lead.operation === undefined || mayCall(lead.operation)) && (
          <a class="button compact" href={lead.to}>
            {lead.label === undefined
              ? t('list.open', { place: t(lead.place ?? 'nav.now') })
              : t(lead.label)}
          </a>
        )}
      </div>
    </div>
  );
}
