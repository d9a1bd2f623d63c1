import { useLocation } from 'preact-iso/router';
import { OperationScreen } from '../operations/operation-screen.tsx';
import type { Row } from '../operations/rows.ts';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import { Answer, Replay, type Sent } from './webhooks.tsx';

/** What was delivered to an endpoint, what its receiver answered, and each once more (SCREEN-08). */
export function DeliveriesScreen() {
  const { webhook_endpoint: key } = useLocation().query;
  const endpoint = useRead(
    'get_webhook_endpoint',
    key === undefined ? null : { webhook_endpoint: key },
  ).data?.webhook_endpoint;
  const cells = {
    attempts: (row: Row) => <Answer {...(row as Sent)} />,
    choices: (row: Row) => <Replay sent={row as Sent} isOn={endpoint?.enabled === true} />,
  };
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
