import { CsvPeople } from './csv-people.ts';
import { NdjsonPeople } from './ndjson-people.ts';
import type { FileOptions, PeopleFile } from './people-file.ts';

/** Begins to read a file of people. Throws a 422 where the mapping cannot be understood. */
export function openPeopleFile(options: FileOptions): PeopleFile {
  return options.format === 'csv' ? new CsvPeople(options) : new NdjsonPeople(options);
}
