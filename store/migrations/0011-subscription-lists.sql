-- Pages of the subscriptions of a product, or in one status, newest first.
create index subscriptions_product_id on subscriptions (product_id, id);
create index subscriptions_status on subscriptions (status, id);

-- Every payment that names a product, so that deleting one asks the index and not the table.
drop index payments_product;
create index payments_product on payments (product_id, person_id, occurred_at) include (kind)
  where product_id is not null;
