import { engine, type Handlers, read } from '../platform/handler.ts';
import { type ApplyDeps, applyDefinitions, report } from './apply-definitions.ts';
import { exportFiles } from './export-files.ts';
import { planTimes } from './plan-times.ts';
import { planTree } from './plan-tree.ts';
import { rehearseChanges } from './rehearse-changes.ts';
import { renderChanges } from './render-changes.ts';

export const definitionHandlers: Pick<
  Handlers<ApplyDeps>,
  'export_definitions' | 'diff_definitions' | 'apply_definitions'
> = {
  export_definitions: read(async ({ prefix = '', paths, by_key = false }, { tx }) => {
    const asked = paths === undefined ? null : new Set(paths);
    const isWanted = (path: string) => path.startsWith(prefix) && (asked?.has(path) ?? true);
    return await exportFiles(tx, by_key, isWanted);
  }),

  diff_definitions: read(async ({ files, base }, { tx, deps, now }) => {
    const plan = await planTree(tx, files, { prune: false, base });
    const dryRuns = await rehearseChanges({ tx, deps, now }, plan);
    const times = await planTimes(tx, plan);
    return async () => {
      await renderChanges(plan, deps.renderer);
      return report({ plan, dryRuns, times }, { prune: false, force: false, applied: false });
    };
  }),

  apply_definitions: engine(applyDefinitions),
};
