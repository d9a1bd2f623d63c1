alter table subscriptions drop constraint subscriptions_status_check;
alter table subscriptions add constraint subscriptions_status_check check (status in
  ('active', 'trialing', 'past_due', 'inactive', 'paused', 'unpaid', 'incomplete',
    'incomplete_expired', 'cancelled', 'ended', 'unknown'));
comment on column subscriptions.status is 'active, trialing and past_due count as active in conditions and renew; unknown is a status of another system that is none of these.';
