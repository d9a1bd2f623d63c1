-- Imports may leave out bad cells, and keep whole the rows in error (LEFT-01).
alter table imports add column without_cells bigint not null default 0;
comment on column imports.without_cells is 'Rows imported without bad cells, while the file was read.';

alter table import_errors
  add column left_out text not null default 'row'
    constraint import_errors_left_out_check check (left_out in ('row', 'cell')),
  add column email text,
  add column row_values jsonb;
create index import_errors_email_idx on import_errors (email) where email is not null;
comment on table import_errors is 'Rows of an import that were left out, or imported without bad cells; the first ones are kept.';
comment on column import_errors.left_out is 'row: the whole row; cell: only bad cells of it.';
comment on column import_errors.email is 'The address in the row, by which an erasure finds it; null where it has none.';
comment on column import_errors.row_values is 'The whole row to correct: a list of cells of CSV, or an object of NDJSON; null where it is too long, or cannot be read.';
