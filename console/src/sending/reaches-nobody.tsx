import { mayCall } from '../operations/contracts.ts';
import { formAddress } from '../operations/record-address.ts';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';
import type { WordKey } from '../words/en.ts';

type Obstacle = 'provider' | 'sender' | 'held';

/** Why mail that is being prepared would reach nobody; null where it would leave, or is not known yet. */
function useObstacle(): Obstacle | null {
  const sending = useRead('get_sending', {}, { with: ['queue', 'profile'] }).data?.sending;
  if (sending === undefined) return null;
  if (sending.provider === 'outbox') return 'provider';
  if (sending.sender === null) return 'sender';
  return sending.state === 'held' ? 'held' : null;
}

/** Where it is set right; who may not set the sender sees there what is missing. */
function wayOut(obstacle: Obstacle): [address: string, label: WordKey] {
  if (obstacle === 'held') return ['/queue', 'sending.lookAtQueue'];
  if (obstacle === 'sender' && mayCall('update_profile')) {
    return [formAddress('update_profile'), 'sending.setSender'];
  }
  return ['/queue?status=delivery', 'sending.lookAtDelivery'];
}

/**
 * Says, where mail is prepared, what is missing until any of it reaches people, and leads to where that
 * is set right (SCREEN-01): nobody is to find out at sending.
 */
export function ReachesNobody() {
  const obstacle = useObstacle();
  if (obstacle === null) return null;
  const [address, label] = wayOut(obstacle);
  return (
    <aside class="note warn has-button" aria-label={t('sending.nobody.title')}>
      <p>{t(`sending.nobody.${obstacle}`)}</p>
      <a class="button compact" href={address}>
        {t(label)}
      </a>
    </aside>
  );
}
