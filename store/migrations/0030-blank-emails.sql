-- The characters are those that JavaScript trims, as in the column "name".
alter table emails add column is_blank boolean not null generated always as (
  btrim(subject, U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF') = ''
  or btrim(body_markdown, U&' \0009\000A\000B\000C\000D\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF') = '') stored;
comment on column emails.is_blank is 'Whether the subject or the body is empty or only white space; such an email is never sent.';
