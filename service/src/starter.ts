import { defaultLayout } from '@postroad/core/email/default-layout';
import {
  starterEmail,
  starterFlowDefinition,
  starterFlowKey,
  starterFlowName,
  starterThemeName,
} from '@postroad/core/email/starter';
import { normalise } from '@postroad/core/flow/normalise';
import { stepCount } from '@postroad/core/flow/summary';
import { insertEmail } from '@postroad/store/email';
import { writeCompiles } from '@postroad/store/email-compile';
import { insertFlow } from '@postroad/store/flow';
import { insertFlowVersion } from '@postroad/store/flow-version';
import { raiseFlowsVersion } from '@postroad/store/instance';
import { findLayouts, insertLayout, makeLayoutDefault } from '@postroad/store/layout';
import { lockLibrary } from '@postroad/store/library-lock';
import { insertTheme, listThemes, makeThemeDefault } from '@postroad/store/theme';
import type { Tx } from '@postroad/store/transaction';
import { compileOne } from './compile-emails.ts';
import { freeThemeKey } from './theme-key.ts';

/**
 * Makes the default theme and the built-in default layout where there is none (contract §2,
 * "Layout"); every start does, since nothing compiles without them.
 */
export async function ensureDefaults(tx: Tx): Promise<void> {
  await lockLibrary(tx, 'alone');
  const themes = await listThemes(tx);
  if (!themes.some((theme) => theme.is_default)) {
    const key = freeThemeKey(starterThemeName, new Set(themes.map((theme) => theme.key)));
    const theme = await insertTheme(tx, { key, name: starterThemeName, variables: {} });
    await makeThemeDefault(tx, theme.id);
  }
  // The id 0 stands for the default layout.
  const [layout] = await findLayouts(tx, [0]);
  if (!layout) {
    await makeLayoutDefault(tx, await insertLayout(tx, { ...defaultLayout, theme_id: null }));
  }
}

/**
 * Loads what an empty database begins with (contract §7): a welcome email, and a live flow that
 * sends it on `signed_up`. The caller has claimed the starter and made sure of the defaults.
 */
export async function loadStarter(tx: Tx): Promise<void> {
  const source = {
    ...starterEmail,
    from_address: null,
    labels: [],
    layout_id: null,
    tracking: true,
  };
  const { compiled } = await compileOne(tx, source, null);
  const email = await insertEmail(tx, source);
  await writeCompiles(tx, [{ email_id: email.id, compiled }]);
  const { definition } = normalise(starterFlowDefinition(email.id), null);
  const flow = await insertFlow(tx, {
    key: starterFlowKey,
    name: starterFlowName,
    labels: [],
    run_policy: 'single_run',
    status: 'live',
    definition,
  });
  if (!flow) throw new Error(`The flow "${starterFlowKey}" stands in a database without flows.`);
  const step_count = stepCount(definition);
  await insertFlowVersion(tx, { flow_id: flow.id, kind: 'activation', definition, step_count });
  await raiseFlowsVersion(tx);
}
