import { ActionButton } from '../operations/action-button.tsx';
import { OperationScreen } from '../operations/operation-screen.tsx';
import type { Row } from '../operations/rows.ts';
import { t } from '../platform/words.ts';
import { Answer, type Sent } from './webhooks.tsx';

/** Delivers again what has ended; what waits still comes by itself. */
function Replay({ sent: { id, type, status } }: { sent: Sent }) {
  if (status !== 'delivered' && status !== 'failed') return null;
  return (
    <ActionButton
      name="replay_webhook_delivery"
      input={{ webhook_delivery_id: id }}
      label={t('webhooks.replayOne', { type })}
      class="small-button"
      asks
    >
      {t('webhooks.replay')}
    </ActionButton>
  );
}

const cells = {
  attempts: (row: Row) => <Answer {...(row as Sent)} />,
  choices: (row: Row) => <Replay sent={row as Sent} />,
};

/** What was delivered to an endpoint, what its receiver answered, and each once more (SCREEN-08). */
export function DeliveriesScreen() {
  return (
    <OperationScreen
      name="list_webhook_deliveries"
      table={{
        ...{ cells, columns: ['type', 'status', 'happened_at', 'attempts', 'next_at', 'choices'] },
        heads: { choices: t('list.actions'), attempts: t('webhooks.answer') },
        with: ['webhook_deliveries'],
      }}
    />
  );
}
