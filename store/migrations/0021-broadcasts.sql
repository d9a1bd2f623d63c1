-- One-off sends of an email of their own to a segment (spec, Broadcast).
create table broadcasts (
  id bigint generated always as identity primary key,
  name text not null,
  status text not null default 'draft'
    check (status in ('draft', 'scheduled', 'sending', 'sent', 'canceled')),
  -- Null where the segment was deleted after the broadcast had ended, or none was chosen yet.
  segment_id bigint references segments on delete set null,
  email_source text not null check (email_source in ('scratch', 'copy')),
  email_id bigint not null references emails,
  -- Null: the account's own when it is sent.
  emails_per_hour integer,
  send_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  -- How it goes into the queue: with this pace, people up to filled_to were looked at, and up to
  -- fill_through they will be, which is null once all were; the next of them is due at next_due.
  pace integer,
  filled_to bigint not null default 0,
  fill_through bigint,
  next_due timestamptz,
  -- Queued until now.
  recipients bigint,
  -- It was canceled, and some of it is still in the queue.
  clearing boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index broadcasts_due on broadcasts (send_at, id) where status = 'scheduled';
create index broadcasts_sending on broadcasts (id) where status = 'sending';
create index broadcasts_clearing on broadcasts (id) where clearing;
create index broadcasts_segment on broadcasts (segment_id);
create index broadcasts_email on broadcasts (email_id);

-- A person is queued once for a broadcast; also finds what is left of one.
create unique index sends_broadcast on sends (source_id, person_id) where source_kind = 2;
