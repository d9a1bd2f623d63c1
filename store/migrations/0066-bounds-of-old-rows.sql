-- Reads all rows once. Others write meanwhile.
alter table send_log validate constraint send_log_bound_check;
alter table send_feedback validate constraint send_feedback_bound_check;
alter table tracking_hits validate constraint tracking_hits_bound_check;
alter table run_steps validate constraint run_steps_bound_check;
