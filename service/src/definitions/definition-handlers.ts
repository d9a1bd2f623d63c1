import { exportAccount } from '@postroad/core/definitions/export';
import { engine, type Handlers, read } from '../platform/handler.ts';
import { type ApplyDeps, applyDefinitions, report } from './apply-definitions.ts';
import { loadMailSettings } from './load-account.ts';
import { planTree } from './plan-tree.ts';
import { rehearseChanges } from './rehearse-changes.ts';
import { renderChanges } from './render-changes.ts';

export const definitionHandlers: Pick<
  Handlers<ApplyDeps>,
  'export_definitions' | 'diff_definitions' | 'apply_definitions'
> = {
  export_definitions: read(async ({ prefix = '', paths }, { tx }) => {
    const wantedPaths = paths === undefined ? null : new Set(paths);
    const written = exportAccount(await loadMailSettings(tx));
    const wanted = written.filter(
      ({ path }) => path.startsWith(prefix) && (wantedPaths?.has(path) ?? true),
    );
    return { files: Object.fromEntries(wanted.map(({ path, text }) => [path, text])) };
  }),

  diff_definitions: read(async ({ files }, { tx, deps, now }) => {
    const plan = await planTree(tx, files, false);
    const dryRuns = await rehearseChanges({ tx, deps, now }, plan);
    return async () => {
      await renderChanges(plan, deps.renderer);
      return report(plan, dryRuns, { prune: false, force: false, applied: false });
    };
  }),

  apply_definitions: engine(applyDefinitions),
};
