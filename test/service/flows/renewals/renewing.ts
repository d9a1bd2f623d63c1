import PostalMime from 'postal-mime';
import { type FakeProvider, fakeProvider } from '../../../support/fake-provider.ts';
import { openTestService, type TestService } from '../../../support/service.ts';
import { type Calling, calling } from '../../app/calling.ts';

export const trigger = {
  type: 'subscription_renewal_approaching',
  product: 'pro',
  interval: 'monthly',
  days_before: 3,
  local_time: '09:00',
  timezone: 'Europe/Paris',
};

const body = [
  '{{ automation.subscription.external_id }} {{ automation.subscription.product }}',
  '{{ automation.subscription.renewal_amount_cents | money_without_currency }}',
  '{{ automation.subscription.next_renewal_at | date: "%Y-%m-%d" }}',
  '{{ automation.target_at | date: "%Y-%m-%dT%H:%M" }} {{ automation.days_before }}.',
].join(' ');

/** A service with a product, an email about renewals, and a clock that starts at `start`. */
export interface Renewing extends Calling {
  opened: TestService;
  provider: FakeProvider;
  emailId: number;
  /** Makes a live flow that sends the email. */
  remind(
    key: string,
    change?: object,
    more?: { nodes?: object[]; run_policy?: string },
  ): Promise<void>;
  /** Tells of a subscription; its external id is the name, its address the person's. */
  subscribe(name: string, details?: object, person?: string): Promise<number>;
  tell(name: string, event: string, details: object, person?: string): Promise<void>;
  moveTo(now: string): Promise<void>;
  /** Recipients and bodies since the last look, in order. */
  arrived(): Promise<[to: string, text: string][]>;
  preview(
    flow_key: string,
    definition?: Record<string, unknown>,
  ): Promise<Awaited<ReturnType<typeof previewOf>>>;
}

const previewOf = (call: Calling['call'], flow_key: string, definition?: Record<string, unknown>) =>
  call('preview_renewal_approaching', { flow_key, ...(definition ? { definition } : {}) });

export const start = '2031-05-01T00:00:00.000Z';

export async function renewing(): Promise<Renewing> {
  const provider = fakeProvider();
  const opened = await openTestService({ provider: () => provider, poolSize: 8 });
  const calls = calling(opened);
  const { call } = calls;
  const moveTo = async (now: string) => {
    await call('move_clock', { now });
  };
  await moveTo(start);
  await call('create_product', { key: 'pro', name: 'Pro' });
  const subject = 'It renews';
  const { email } = await call('create_email', { subject, body_markdown: body });
  let seen = 0;

  async function tell(name: string, event: string, details: object, person = name) {
    const told = { external_id: name, ...details };
    await call('record_event', { email: `${person}@example.com`, name: event, details: told });
  }

  return {
    ...calls,
    ...{ opened, provider, moveTo, tell, emailId: email.id },
    async remind(key, change = {}, more = {}) {
      const nodes = more.nodes ?? [{ type: 'send_email', email_id: email.id }];
      const definition = { trigger: { ...trigger, ...change }, nodes };
      const run_policy = more.run_policy === 'single_run' ? 'single_run' : 'repeat';
      await call('create_flow', { key, run_policy, definition });
      await call('activate_flow', { flow_key: key });
    },
    async subscribe(name, details = {}, person = name) {
      const given = { product: 'pro', interval: 'monthly', renewal_amount_cents: 1900 };
      const next_renewal_at = '2031-05-13T15:00:00Z';
      await tell(name, 'subscription_started', { ...given, next_renewal_at, ...details }, person);
      const { subscriptions } = await call('list_subscriptions', {
        person: `${person}@example.com`,
      });
      return subscriptions.find(({ external_id }) => external_id === name)?.id ?? 0;
    },
    async arrived() {
      const fresh = provider.messages.slice(seen);
      seen = provider.messages.length;
      const mails = fresh.map(async ({ to, data }): Promise<[string, string]> => {
        const { text = '' } = await PostalMime.parse(data);
        return [to.slice(0, to.indexOf('@')), text.trim()];
      });
      return await Promise.all(mails);
    },
    preview: (flow_key, definition) => previewOf(call, flow_key, definition),
  };
}
