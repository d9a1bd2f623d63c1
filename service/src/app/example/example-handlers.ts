import { Refusal } from '@postroad/core/platform/refusal';
import { lockExample } from '@postroad/store/account/example/example-state';
import { findExampleUses, removeExample } from '@postroad/store/account/example/remove-example';
import { lockContent } from '@postroad/store/content/content-lock';
import { lockReferences } from '@postroad/store/platform/reference-lock';
import { engine, type Handlers, read, transaction } from '../../platform/handler.ts';
import { refuseHeld } from '../../platform/record-holders.ts';
import { removeMail } from '../mailbox.ts';
import { takeBackSettings } from './example-settings.ts';
import { countsOf, exampleView, tellAll } from './example-state.ts';
import { type ExampleDeps, loadExample } from './load-example.ts';

export const exampleHandlers: Pick<
  Handlers<ExampleDeps>,
  'get_example' | 'load_example' | 'remove_example'
> = {
  get_example: read(async (_input, { tx }) => ({ example: await exampleView(tx) })),
  load_example: engine(async ({ ends_at }, deps, dryRun, goOn) => {
    return await loadExample(deps, { endsAt: ends_at, dryRun, goOn });
  }),
  remove_example: transaction(async (_input, { tx, deps }) => {
    await lockReferences(tx, 'alone');
    await lockContent(tx, 'alone');
    const row = await lockExample(tx);
    if (row === null) throw new Refusal('not_found', 'The example is not in the account.');
    refuseHeld(
      'The example',
      await findExampleUses(tx, row),
      'Change or delete them first, then remove it.',
    );
    const removed = (await countsOf(tx, row)).filter(({ count }) => count > 0);
    const mails = await removeExample(tx, row);
    await takeBackSettings(tx, deps, row.settings);
    tellAll(tx);
    const ids = mails.map(({ id }) => id);
    const { mailProvider, outboxDir } = deps.config;
    if (mailProvider === 'outbox') {
      tx.work.afterCommit(() => {
        removeMail(outboxDir, ids).catch((error: unknown) =>
          deps.log.warn('Mail of the example could not be removed from the outbox.', { error }),
        );
      });
    }
    const toOthers = mails.filter(({ to_others }) => to_others).length;
    const counts = { mails: mails.length, mails_to_others: toOthers };
    return { example: await exampleView(tx), removed, ...counts };
  }),
};
