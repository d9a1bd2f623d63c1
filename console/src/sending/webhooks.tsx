import type { OperationOutput } from '@postroad/core/catalog/catalog';
import { ActionButton } from '../operations/action-button.tsx';
import { mayCall } from '../operations/contracts.ts';
import { NothingHere } from '../operations/nothing-here.tsx';
import { addressOf, formAddress } from '../operations/record-address.ts';
import { useRead, useReadPages } from '../platform/reads.ts';
import { Loading, Problem } from '../platform/screen.tsx';
import { ownText } from '../platform/sentences.ts';
import { Time } from '../platform/time.tsx';
import { valueLabel } from '../platform/value-words.ts';
import { t, tn } from '../platform/words.ts';

type Endpoint = OperationOutput<'list_webhook_endpoints'>['webhook_endpoints'][number];
export type Sent = OperationOutput<'list_webhook_deliveries'>['webhook_deliveries'][number];

/** Endpoints of one reading; each reads its deliveries beside it. */
const pageRows = 10;

/** Deliveries of each status that are shown of an endpoint. */
const shownRows = 5;

/** Milliseconds after which deliveries are read again: attempts announce no change. */
const lookMs = 15_000;

/** On, or off and why. */
function State({ endpoint }: { endpoint: Endpoint }) {
  const { enabled, disabled_reason: reason, failing_since: since } = endpoint;
  return (
    <p class="small row tight">
      <span class={enabled ? 'badge good' : 'badge bad'}>
        {enabled ? t('webhooks.on') : t('webhooks.off')}
      </span>
      <span>
        {!enabled && t(`webhooks.why.${reason ?? 'person'}`)}
        {enabled && since !== null && (
          <>
            {t('webhooks.failingSince')} <Time at={since} />
          </>
        )}
        {enabled && since === null && endpoint.events.join(', ')}
      </span>
    </p>
  );
}

/** How often it was tried, and the result of the last attempt. */
export function Answer({ attempts }: Pick<Sent, 'attempts'>) {
  const last = attempts.at(-1);
  return (
    <>
      {tn('webhooks.attempts.one', 'webhooks.attempts.other', attempts.length)}
      {last !== undefined && ' · '}
      {last?.status === null && <q>{ownText(last.error ?? '')}</q>}
      {typeof last?.status === 'number' && t('webhooks.answered', { status: String(last.status) })}
    </>
  );
}

interface ReplayProps {
  sent: Sent;
  /** Whether its endpoint is on: one that is off gets nothing. */
  isOn: boolean;
}

/** Delivers again what has ended; what waits still comes by itself. */
export function Replay({ sent: { id, type, status }, isOn }: ReplayProps) {
  if (!isOn || (status !== 'delivered' && status !== 'failed')) return null;
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

function SentLine({ sent, isOn }: ReplayProps) {
  const { type, status, attempts, next_at: next } = sent;
  return (
    <li class="hook-sent">
      <div>
        <p class="row tight">
          <span class={status === 'failed' ? 'badge bad' : 'badge warn'}>{valueLabel(status)}</span>
          <strong>{type}</strong>
          <span class="small quiet-text">
            <Time at={sent.happened_at} />
          </span>
        </p>
        <p class="small quiet-text">
          <Answer attempts={attempts} />
          {next !== null && (
            <>
              {' · '}
              {t('webhooks.next')} <Time at={next} />
            </>
          )}
        </p>
      </div>
      <Replay sent={sent} isOn={isOn} />
    </li>
  );
}

/** The newest deliveries of one status. */
function useSent(endpoint: Endpoint, status: 'failed' | 'waiting') {
  return useRead(
    'list_webhook_deliveries',
    { webhook_endpoint: String(endpoint.id), status, limit: shownRows },
    { with: ['webhook_deliveries'], every: lookMs },
  );
}

/** An endpoint with what failed or waits to be delivered to it. */
function EndpointEntry({ endpoint }: { endpoint: Endpoint }) {
  const reads = [useSent(endpoint, 'failed'), useSent(endpoint, 'waiting')];
  const error = reads.find((one) => one.error !== null)?.error ?? null;
  const found = reads.flatMap(({ data }) => data?.webhook_deliveries ?? []);
  const isRead = reads.every(({ data }) => data !== undefined);
  const given = { webhook_endpoint: endpoint.key };
  return (
    <li class="stack-tight">
      <div class="hook-head">
        <h3>
          <a href={addressOf('webhook-endpoints', endpoint.key)}>{endpoint.url}</a>
        </h3>
        <State endpoint={endpoint} />
      </div>
      {error !== null && <Problem error={error} />}
      {!isRead && error === null && <Loading />}
      {isRead && found.length === 0 && <p class="small quiet-text">{t('webhooks.clear')}</p>}
      {found.length > 0 && (
        <ul class="plain hook-list">
          {found.map((sent) => (
            <SentLine key={sent.id} sent={sent} isOn={endpoint.enabled} />
          ))}
        </ul>
      )}
      <div class="row">
        {!endpoint.enabled && (
          <ActionButton
            name="update_webhook_endpoint"
            input={{ ...given, enabled: true }}
            label={t('webhooks.switchOnOne', { url: endpoint.url })}
            class="small-button"
          >
            {t('webhooks.switchOn')}
          </ActionButton>
        )}
        <a class="small" href={formAddress('list_webhook_deliveries', given)}>
          {t('webhooks.all')}
        </a>
      </div>
    </li>
  );
}

/** Where programs hear what happens: each endpoint, on or off and why, and its failures (SCREEN-08). */
export function Webhooks() {
  const { pages, error, isLoading, more, isReadingMore } = useReadPages('list_webhook_endpoints', {
    limit: pageRows,
  });
  const endpoints = pages.flatMap((page) => page.webhook_endpoints);
  const isEmpty = !isLoading && error === null && endpoints.length === 0;
  return (
    <section class="card stack-tight" aria-labelledby="webhooks">
      <h2 id="webhooks">{t('webhooks.title')}</h2>
      {error !== null && <Problem error={error} />}
      {isLoading && <Loading />}
      {isEmpty && <NothingHere of="webhooks" />}
      {endpoints.length > 0 && (
        <ul class="plain hooks">
          {endpoints.map((endpoint) => (
            <EndpointEntry key={endpoint.id} endpoint={endpoint} />
          ))}
        </ul>
      )}
      {endpoints.length > 0 && (
        <div class="row">
          {more !== null && (
            <button type="button" class="button" onClick={more} disabled={isReadingMore}>
              {t('action.more')}
            </button>
          )}
          {mayCall('create_webhook_endpoint') && (
            <a class="button" href={formAddress('create_webhook_endpoint')}>
              {t('webhooks.make')}
            </a>
          )}
        </div>
      )}
    </section>
  );
}
