import type {
  OperationName,
  OperationOutput,
  OperationRequest,
} from '@postroad/core/catalog/catalog';
import type { Issue } from '@postroad/core/platform/issue';
import { Refusal } from '@postroad/core/platform/refusal';
import type { TestService } from '../../support/service.ts';

/** Calls operations as the tests' actor does, and answers what they answer. */
export interface Calling {
  call<Name extends OperationName>(
    name: Name,
    input: OperationRequest<Name>,
  ): Promise<OperationOutput<Name>>;
  dryRun<Name extends OperationName>(
    name: Name,
    input: OperationRequest<Name>,
  ): Promise<OperationOutput<Name>>;
  /** The refusal of a call; throws where it is not refused. Takes any input. */
  refused(name: OperationName, input: object): Promise<Refusal>;
}

export function calling({ service, actor }: Pick<TestService, 'service' | 'actor'>): Calling {
  return {
    call: async (name, input) => (await service.invoke(name, input, { actor })).output,
    dryRun: async (name, input) =>
      (await service.invoke(name, input, { actor, dryRun: true })).output,
    async refused(name, input) {
      const answer = await service.invoke(name, input, { actor }).catch((error: unknown) => error);
      if (answer instanceof Refusal) return answer;
      throw answer instanceof Error ? answer : new Error(`${name} was not refused.`);
    },
  };
}

/** The paths of a 422, in order. */
export function pathsOf(refusal: Refusal): string[] {
  return (refusal.members.errors ?? []).map((error: Issue) => error.path);
}
