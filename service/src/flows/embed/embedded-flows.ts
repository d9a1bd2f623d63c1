import { timingSafeEqual } from 'node:crypto';
import type { EmbeddedFlow } from '@postroad/core/flows/embedded-flow';
import { findFlowToken } from '@postroad/store/account/token';
import type { Database } from '@postroad/store/platform/connection/database';
import type { Tx } from '@postroad/store/platform/transaction';
import { actorOf, hashToken, isMadeSecret } from '../../account/authenticate.ts';
import type { CallLimits } from '../../account/call-limits.ts';
import type { FailedLogins } from '../../account/failed-logins.ts';
import type { TokenUses } from '../../account/token-uses.ts';
import { retriedTransaction } from '../../platform/retried-transaction.ts';
import { getFlow, stepsWithPeople } from '../flow-view.ts';

interface EmbedDeps {
  database: Database;
  config: { testClock: boolean };
  callLimits: CallLimits;
  failedLogins: FailedLogins;
  tokenUses: TokenUses;
}

/** Where a request for a flow came from, and with what. */
interface Asked {
  tokenId: number;
  secret: string;
  address: string | null;
}

/**
 * Flows that pages of other sites show with a token for one of them (CON-25). Nothing else takes such a
 * token, and nothing else is answered to it.
 */
export class EmbeddedFlows {
  readonly #deps: EmbedDeps;

  constructor(deps: EmbedDeps) {
    this.#deps = deps;
  }

  /** Origins whose pages may show what a token is for; empty for all, null if there is no such token. */
  async sites(tokenId: number): Promise<readonly string[] | null> {
    return await this.#read(async (tx) => (await findFlowToken(tx, tokenId))?.sites ?? null);
  }

  /**
   * The flow of a token; null if the token is unknown or was revoked, which counts as a failed login.
   * Throws a Refusal if it has expired, is not to be used from there, or asks too often.
   */
  async show({ tokenId, secret, address }: Asked): Promise<EmbeddedFlow | null> {
    const shown = isMadeSecret(secret)
      ? await this.#read((tx) => this.#show(tx, { tokenId, secret, address }))
      : null;
    if (shown === null) this.#deps.failedLogins.count(address);
    return shown;
  }

  async #show(tx: Tx, { tokenId, secret, address }: Asked): Promise<EmbeddedFlow | null> {
    const token = await findFlowToken(tx, tokenId);
    if (token === null || token.revoked_at !== null) return null;
    if (!timingSafeEqual(hashToken(secret), token.hash)) return null;
    this.#deps.callLimits.count('calls', actorOf(tx, token, address, this.#deps.tokenUses));
    const flow = await getFlow(tx, token.flow_key);
    const { steps, inside } = await stepsWithPeople(tx, flow);
    const { name, status, definition } = flow;
    return {
      ...{ name, status, people_inside: inside },
      definition: { ...definition },
      steps: steps.map(({ path, summary, people, parked }) => ({ path, summary, people, parked })),
    };
  }

  #read<T>(body: (tx: Tx) => Promise<T>): Promise<T> {
    const { database, config } = this.#deps;
    return retriedTransaction(database, { readOnly: true, testClock: config.testClock }, body);
  }
}
