alter table subscriptions add column currency text
  constraint subscriptions_currency_check check (currency ~ '^[A-Z]{3}$');
comment on column subscriptions.currency is 'ISO 4217 code of the amounts, such as EUR; null where events named none.';
