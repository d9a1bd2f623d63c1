import type { CheckResult } from '@postroad/core/account/checks/check-operations';
import type { listDisabledEndpoints } from '@postroad/store/webhooks/endpoint';
import { resultsOf } from './check-result.ts';

const { warning } = resultsOf('webhooks');

type Disabled = Awaited<ReturnType<typeof listDisabledEndpoints>>[number];

/** Endpoints that the service disabled (HOOK-11); nothing where there is none. */
export function endpointResults(disabled: readonly Disabled[]): CheckResult[] {
  return disabled.map(({ key, disabled_reason: reason, updated_at: at }) =>
    warning(reason === 'gone' ? 'endpoint_gone' : 'endpoint_failing', {
      key,
      at: at.toISOString(),
    }),
  );
}
