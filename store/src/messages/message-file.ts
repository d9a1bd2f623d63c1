import type { Tx } from '../platform/transaction.ts';

/** A file that is stored. */
export interface StoredFile {
  id: number;
  octets: number;
  /** Of submitted mail: whether it has bytes beyond ASCII. */
  eight_bit: boolean;
}

/** What a message calls a file. */
export interface FileNames {
  /** Null where the file is the whole mail. */
  filename: string | null;
  content_type: string | null;
  content_id: string | null;
}

/** A file of a message. */
export interface FileUse extends FileNames {
  send_id: number;
  file_id: number;
  octets: number;
  eight_bit: boolean;
}

/** Begins a file; answers its id. */
export async function beginFile({ sql, now }: Tx): Promise<number> {
  const [row] = await sql<[{ id: number }]>`
    insert into message_files (created_at) values (${now}) returning id`;
  return row.id;
}

export async function addChunk(
  { sql }: Tx,
  fileId: number,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await sql`
    insert into message_file_chunks (file_id, position, bytes)
    values (${fileId}, ${position}, decode(${bytes.toString('base64')}::text, 'base64'))`;
}

/** Completes a file. False if it was swept meanwhile. */
export async function endFile(
  { sql }: Tx,
  { id, octets, eight_bit }: StoredFile,
): Promise<boolean> {
  const rows = await sql`
    update message_files set octets = ${octets}, eight_bit = ${eight_bit} where id = ${id} returning 1`;
  return rows.length > 0;
}

/** Gives files to a message, in this order. */
export async function useFiles(
  { sql }: Tx,
  sendId: number,
  files: readonly (FileNames & { file_id: number })[],
): Promise<void> {
  if (files.length === 0) return;
  await sql`
    with used as (
      update message_files set used = true
      where id = any(${files.map((file) => file.file_id)}::bigint[]) and not used
    )
    insert into message_file_uses (send_id, position, file_id, filename, content_type, content_id)
    select ${sendId}, ordinality - 1, file_id, filename, content_type, content_id
    from unnest(
      ${files.map((file) => file.file_id)}::bigint[],
      ${files.map((file) => file.filename)}::text[],
      ${files.map((file) => file.content_type)}::text[],
      ${files.map((file) => file.content_id)}::text[]
    ) with ordinality as f (file_id, filename, content_type, content_id, ordinality)`;
}

/** The files of messages, by message, in order. */
export async function filesOfMessages(
  { sql }: Tx,
  sendIds: readonly number[],
): Promise<Map<number, FileUse[]>> {
  const rows = await sql<FileUse[]>`
    select u.send_id, u.file_id, u.filename, u.content_type, u.content_id,
      f.octets::bigint as octets, f.eight_bit
    from message_file_uses u join message_files f on f.id = u.file_id
    where u.send_id = any(${[...sendIds]}::bigint[]) order by u.send_id, u.position`;
  const uses = new Map<number, FileUse[]>();
  for (const row of rows) {
    const known = uses.get(row.send_id);
    if (known === undefined) uses.set(row.send_id, [row]);
    else known.push(row);
  }
  return uses;
}

/** The first chunks of files. */
export async function firstChunks(
  { sql }: Tx,
  fileIds: readonly number[],
): Promise<{ file_id: number; bytes: Uint8Array }[]> {
  return await sql<{ file_id: number; bytes: Uint8Array }[]>`
    select file_id, bytes from message_file_chunks
    where file_id = any(${[...fileIds]}::bigint[]) and position = 0`;
}

/** A chunk of a file; null after the last. */
export async function readChunk(
  { sql }: Tx,
  fileId: number,
  position: number,
): Promise<Uint8Array | null> {
  const [row] = await sql<{ bytes: Uint8Array }[]>`
    select bytes from message_file_chunks where file_id = ${fileId} and position = ${position}`;
  return row?.bytes ?? null;
}

/** Removes files that no message uses. */
export async function dropUnusedFiles({ sql }: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    delete from message_files where id = any(${[...ids]}::bigint[]) and not used`;
}

/** The same for files that were begun before a time: their call has ended, or its process died. */
export async function sweepFiles({ sql }: Tx, before: Date): Promise<void> {
  await sql`
    delete from message_files where not used and created_at < ${before}`;
}

/** Forgets the files of messages that ended before a time; answers how many uses went. */
export async function forgetFiles({ sql }: Tx, before: Date, most: number): Promise<number> {
  const rows = await sql`
    delete from message_file_uses u where (u.send_id, u.position) in (
      select o.send_id, o.position from message_files f
      join message_file_uses o on o.file_id = f.id join send_log s on s.id = o.send_id
      where f.created_at < ${before} and s.ended_at < ${before} order by f.created_at limit ${most})
    returning 1`;
  return rows.length;
}
