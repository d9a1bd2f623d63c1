import { isIP } from 'node:net';
import { type StoreIp, settingRules } from '@postroad/core/account/settings';
import { findSettings } from '@postroad/store/account/setting';
import type { Tx } from '@postroad/store/platform/transaction';
import { withoutMapping } from '../platform/addresses.ts';
import { mac } from '../platform/mac.ts';
import { userAgentOf } from '../sending/tracking/take-hit.ts';

/** Where a request of a subscriber came from, as it says itself. */
export interface Visitor {
  ip: string;
  userAgent: string | undefined;
}

/** Part of the hash, so that hashes made for another use never match. */
const purpose = 'postroad/visitor/1\n';

const setting = 'privacy.store_ip';

function shownAddress(
  address: string,
  storeIp: Exclude<StoreIp, 'off'>,
  secretKey: Uint8Array,
): string | null {
  const plain = withoutMapping(address);
  if (isIP(plain) === 0) return null;
  if (storeIp === 'kept') return plain;
  return mac(secretKey, purpose, Buffer.from(plain)).toString('hex');
}

/** What the ledger of consent keeps of a visitor (CONS-05). */
export async function keptOfVisitor(
  tx: Tx,
  { secretKey }: { secretKey: Uint8Array },
  visitor: Visitor | undefined,
): Promise<{ ip: string | null; user_agent: string | null }> {
  const nothing = { ip: null, user_agent: null };
  if (visitor === undefined) return nothing;
  const saved = await findSettings(tx, [setting]);
  const storeIp = (saved.get(setting) as StoreIp | undefined) ?? settingRules[setting].default;
  if (storeIp === 'off') return nothing;
  return {
    ip: shownAddress(visitor.ip, storeIp, secretKey),
    user_agent: userAgentOf(visitor.userAgent ?? '').trim() || null,
  };
}
