import type { Tx } from '../platform/transaction.ts';

export interface NoteRow {
  id: number;
  body: string;
  author: string;
  created_at: Date;
}

export async function insertNote(
  { sql, now }: Tx,
  note: { person_id: number; body: string; author: string },
): Promise<NoteRow> {
  const [row] = await sql<[NoteRow]>`
    insert into notes (person_id, body, author, created_at)
    values (${note.person_id}, ${note.body}, ${note.author}, ${now})
    returning id, body, author, created_at`;
  return row;
}
