-- Deliveries that failed or were canceled are few, and were looked for among all of their endpoint.
create index webhook_deliveries_endpoint_id_status_id_idx on webhook_deliveries (endpoint_id, status, id)
  where status in ('failed', 'canceled');
comment on index webhook_deliveries_endpoint_id_status_id_idx is 'Deliveries of an endpoint that failed or were canceled.';
