-- Bounces and complaints by time, which are few beside deliveries (SCREEN-08).

create index send_feedback_occurred_at_idx on send_feedback (occurred_at) where kind <> 'delivered';
