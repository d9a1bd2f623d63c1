-- Nothing else gathers the statistics of tables that have partitions, by which joins of them are planned;
-- upkeep does from now on.
analyze send_log, send_feedback, tracking_hits, run_steps;
