import { expect, it } from 'vitest';
import { killedService, type Served } from '../../support/killed-service.ts';

const token = 'a-token-for-the-definitions-kill-test';
/** More of them by hand, at other moments. */
const kills = Number(process.env.DEFINITION_KILLS ?? 1);
const emails = 80;
const beatsApart = Math.ceil(120 / kills);

const { serve } = killedService(token);

type Files = Record<string, string>;

const filesOf = async ({ client }: Served): Promise<Files> =>
  (await client.invoke('export_definitions', {})).output.files;

function edited(files: Files, round: number): Files {
  const next = { ...files };
  for (let number = 1; number <= emails; number += 1) {
    const path = `emails/${String(number + 100).padStart(4, '0')}-mail.md`;
    next[path] =
      `---\nid: ${number + 100}\nsubject: Mail\n---\n\nRound ${round}, number ${number}\n`;
  }
  next['products/round.json'] = JSON.stringify({ key: 'round', name: `Round ${round}` });
  return next;
}

/** What an apply leaves, in canonical form. */
function isWhole(files: Files, round: number): boolean {
  const mails = Object.entries(files).filter(([path]) => path.endsWith('-mail.md'));
  const product = files['products/round.json'] ?? '';
  return (
    mails.length === emails &&
    mails.every(([, text]) => text.includes(`Round ${round}, number`)) &&
    product.includes(`Round ${round}"`)
  );
}

it('DEFN-10 an apply that is killed with -9 midway leaves the account as it was, and can be repeated', async () => {
  let service = await serve();
  for (let round = 1; round <= kills; round += 1) {
    const before = await filesOf(service);
    const tree = edited(before, round);
    const asked = service.client.invoke('apply_definitions', { files: tree }).then(
      ({ output }) => output.applied,
      () => null,
    );
    // Answers that need no database tell the moments apart, without a clock.
    for (let beats = 0; beats < round * beatsApart; beats += 1) {
      await (await fetch(`${service.url}/healthz`)).text();
    }
    service.process.child.kill('SIGKILL');
    await service.process.ended;
    const answered = await asked;
    service = await serve();
    const left = await filesOf(service);
    // What was answered is there; else all of it is, or nothing.
    if (answered !== null || isWhole(left, round)) expect(isWhole(left, round)).toBe(true);
    else expect(left).toEqual(before);
  }
  const last = edited(await filesOf(service), kills + 1);
  const { output } = await service.client.invoke('apply_definitions', { files: last });
  expect(output.changes.flatMap(({ errors }) => errors)).toEqual([]);
  expect([output.ok, isWhole(await filesOf(service), kills + 1)]).toEqual([true, true]);
}, 600_000);
