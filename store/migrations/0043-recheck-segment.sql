-- A broadcast may check its recipients against its segment again when their mail comes due.
alter table broadcasts add recheck_segment boolean;
comment on column broadcasts.recheck_segment is 'Whether mail to people who left the segment is skipped when it comes due. Null where operators left it open: then it is, if the segment reads what a preference toggle writes.';

comment on column runs.reason is 'Why the run is parked, why a step ended it, or who canceled it.';
