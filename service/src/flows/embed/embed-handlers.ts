import { embedAddress, embedMarkup } from '@postroad/core/flows/embedded-flow';
import { limits } from '@postroad/core/platform/limits';
import { insertToken } from '@postroad/store/account/token';
import { hashToken, makeSecret } from '../../account/authenticate.ts';
import { endOf, parentOf, tokenView } from '../../account/token-handlers.ts';
import type { AccountTime } from '../../platform/account-clock.ts';
import { actorKind } from '../../platform/actor.ts';
import { type Handlers, transaction } from '../../platform/handler.ts';
import { getFlow } from '../flow-view.ts';

export interface Embedding extends AccountTime {
  /** Base address of this service in links. */
  address: { url: string };
}

export const embedHandlers: Pick<Handlers<Embedding>, 'embed_flow'> = {
  embed_flow: transaction(async (input, { tx, deps, actor }) => {
    const flow = await getFlow(tx, input.flow_key);
    const parent = await parentOf(tx, actor);
    const given = await endOf(input, { tx, deps }, parent);
    const secret = makeSecret();
    const row = await insertToken(tx, {
      name: input.name ?? flow.name,
      ...{ scopes: [], hash: hashToken(secret), flow_id: flow.id },
      ...{ created_by_kind: actorKind(actor), created_by_name: actor.name },
      parent_id: parent?.id ?? null,
      expires_at:
        input.expires_at === undefined
          ? new Date(Math.min(tx.now.getTime() + limits.embedMs, given?.getTime() ?? Infinity))
          : given,
      allowed_ips: parent?.allowed_ips ?? [],
      sites: [...new Set(input.sites ?? [])],
    });
    const url = embedAddress(deps.address.url, row.id, secret);
    return { token: tokenView(row), url, html: embedMarkup(deps.address.url, url) };
  }),
};
