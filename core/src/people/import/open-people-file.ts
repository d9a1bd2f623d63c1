import { CsvPeople } from './csv-people.ts';
import { NdjsonPeople } from './ndjson-people.ts';
import type { FileOptions, PeopleFile } from './people-file.ts';

/** Starts reading a file of people. Throws a 422 for an invalid mapping. */
export function openPeopleFile(options: FileOptions): PeopleFile {
  return options.format === 'csv' ? new CsvPeople(options) : new NdjsonPeople(options);
}
