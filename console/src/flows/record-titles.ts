import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useRead } from '../platform/reads.ts';
import { t } from '../platform/words.ts';

/** Records whose names are read at once; a step that names another one shows its number. */
const namesRead = 200;

type Titles = ReadonlyMap<number, string>;

const emails = signal<Titles>(new Map());
const sequences = signal<Titles>(new Map());

/** Reads the names of emails and sequences, by which a drawing names them in place of their numbers. */
export function useRecordTitles(): void {
  const given = { fields: ['id', 'title'], limit: namesRead };
  const mails = useRead('list_emails', given, { with: ['emails'] }).data?.emails;
  const series = useRead('list_sequences', { limit: namesRead }).data?.sequences;
  useEffect(() => {
    if (mails !== undefined) emails.value = new Map(mails.map(({ id, title }) => [id, title]));
  }, [mails]);
  useEffect(() => {
    if (series !== undefined) sequences.value = new Map(series.map(({ id, name }) => [id, name]));
  }, [series]);
}

/** What an email is called; its number until its name is known. */
export function emailTitle(id: unknown): string {
  return emails.value.get(Number(id)) ?? t('canvas.emailNumber', { id: String(id ?? '…') });
}

export function sequenceTitle(id: unknown): string {
  return sequences.value.get(Number(id)) ?? t('canvas.sequenceNumber', { id: String(id ?? '…') });
}
