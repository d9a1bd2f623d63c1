import type { Readable } from 'node:stream';
import { limits } from '@postroad/core/platform/limits';
import { presenceEditor, presenceNoun } from '@postroad/core/platform/live/presence';
import { parseInput } from '@postroad/core/platform/operations/parse-input';
import type { Service } from '@postroad/service/app/service';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { readSmallBody } from '../api/json-body.ts';
import type { BodyBudget } from '../public/body-budget.ts';
import type { Callers } from './callers.ts';

const editing = z.strictObject({
  noun: z.string().regex(presenceNoun),
  record: z.string().max(limits.keyChars),
  editor: z.string().regex(presenceEditor),
  left: z.boolean().default(false),
});

/**
 * Adds the announcement that a page has a record open to edit it (CON-11); the live changes carry it to
 * the others. As the session, it is no part of the API.
 */
export function addEditingRoutes(
  app: FastifyInstance,
  service: Pick<Service, 'announceEditing'>,
  { callers, budget }: { callers: Callers; budget: BodyBudget },
): void {
  app.register(async (routes) => {
    const spending = budget.hook(routes);
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', (request: FastifyRequest, payload: Readable) =>
      readSmallBody(request, payload, spending(request)),
    );
    routes.post('/console/editing', { config: { quiet: true } }, async (request, reply) => {
      request.actor = await callers.authenticate(request);
      service.announceEditing(request.actor, parseInput(editing, request.body));
      return reply.code(204).send();
    });
  });
}
