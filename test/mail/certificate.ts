import { readFileSync } from 'node:fs';

/** Self-signed for `localhost`, valid until 2120, for tests only. */
export const certificate = read('localhost-cert.pem');
export const privateKey = read('localhost-key.pem');

function read(name: string): string {
  return readFileSync(new URL(`./fixtures/${name}`, import.meta.url), 'utf8');
}
