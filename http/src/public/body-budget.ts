import { limits } from '@postroad/core/platform/limits';
import { Refusal } from '@postroad/core/platform/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Takes memory for a part of a body; throws if there is none. */
export type Spend = (bytes: number) => void;

/**
 * The memory that the bodies of all requests without a token may take together, until each is
 * answered (SEC-05).
 */
export class BodyBudget {
  #used = 0;

  /**
   * Gives the requests of these routes, or those of them that spend, a part of the budget; returns how
   * to find it.
   */
  hook(
    routes: FastifyInstance,
    spends: (request: FastifyRequest) => boolean = () => true,
  ): (request: FastifyRequest) => Spend {
    const spending = new WeakMap<FastifyRequest, Spend>();
    routes.addHook('onRequest', (request, reply, done) => {
      if (spends(request)) spending.set(request, this.#of(reply));
      done();
    });
    return (request) => spending.get(request) ?? (() => {});
  }

  #of(reply: FastifyReply): Spend {
    let taken = 0;
    reply.raw.once('close', () => {
      this.#used -= taken;
      taken = 0;
    });
    return (bytes) => {
      if (reply.raw.closed) return;
      if (this.#used + bytes > limits.openBodiesBytes) {
        reply.header('connection', 'close');
        const detail = 'Too many bodies are being received. Send it again in a moment.';
        throw new Refusal('unavailable', detail, { retry_after: 1 });
      }
      this.#used += bytes;
      taken += bytes;
    };
  }
}
