-- While sending is held, sign-ups that need no mail are found beside any number of those that wait for one.

alter index sign_ups_due_at_idx rename to sign_ups_due_at_open_idx;
create index sign_ups_due_at_single_idx on sign_ups (due_at) where due_at is not null and is_single;
