import type { CheckResult } from '@postroad/core/account/check-operations';
import type { listDisabledEndpoints } from '@postroad/store/webhooks/endpoint';
import { resultsOf } from './check-result.ts';

const { warning } = resultsOf('webhooks');

type Disabled = Awaited<ReturnType<typeof listDisabledEndpoints>>[number];

const reasons: Readonly<Record<string, string>> = {
  gone: 'it answered 410 Gone',
  failing: 'no delivery got through for 5 days',
};

/** Endpoints that the service disabled (HOOK-11); nothing where there is none. */
export function endpointResults(disabled: readonly Disabled[]): CheckResult[] {
  return disabled.map(({ key, disabled_reason: reason, updated_at: at }) =>
    warning(
      `Webhook endpoint ${key}: disabled since ${at.toISOString()}, since ${reasons[reason ?? ''] ?? ''}`,
      `Repair the receiver, then "postroad webhook-endpoints update ${key} --enabled true"; or delete the endpoint.`,
    ),
  );
}
