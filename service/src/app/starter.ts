import { defaultLayout } from '@postroad/core/content/compile/default-layout';
import {
  starterEmail,
  starterFlowDefinition,
  starterFlowKey,
  starterFlowName,
  starterThemeName,
} from '@postroad/core/content/compile/starter';
import { normalise } from '@postroad/core/flows/definition/normalise';
import { stepCount } from '@postroad/core/flows/drawing/summary';
import { raiseFlowsVersion } from '@postroad/store/account/engine-state';
import { lockContent } from '@postroad/store/content/content-lock';
import { writeCompiles } from '@postroad/store/content/email-compile';
import { findLayouts, makeLayoutDefault } from '@postroad/store/content/layout';
import { insertTheme, listThemes, makeThemeDefault } from '@postroad/store/content/theme';
import { insertFlow } from '@postroad/store/flows/flow';
import { insertFlowVersion } from '@postroad/store/flows/flow-version';
import type { Tx } from '@postroad/store/platform/transaction';
import { compileOne } from '../content/compile/compile-emails.ts';
import { makeEmail, makeLayout } from '../content/new-content.ts';
import { freeThemeKey } from '../content/theme-key.ts';

/**
 * Creates the default theme and the built-in default layout if they are missing (contract §2,
 * "Layout"). Every start does this, since nothing compiles without them.
 */
export async function ensureDefaults(tx: Tx): Promise<void> {
  await lockContent(tx, 'alone');
  const themes = await listThemes(tx);
  if (!themes.some((theme) => theme.is_default)) {
    const key = freeThemeKey(starterThemeName, new Set(themes.map((theme) => theme.key)));
    const theme = await insertTheme(tx, { key, name: starterThemeName, variables: {} });
    await makeThemeDefault(tx, theme.id);
  }
  // Id 0 means the default layout.
  const [layout] = await findLayouts(tx, [0]);
  if (!layout) {
    await makeLayoutDefault(tx, await makeLayout(tx, { ...defaultLayout, theme_id: null }));
  }
}

/**
 * Loads the starter content into an empty database (contract §7): a welcome email, and a live flow
 * that sends it on `signed_up`. The caller has claimed the starter and ensured the defaults.
 */
export async function loadStarter(tx: Tx): Promise<void> {
  const source = {
    ...starterEmail,
    translations: {},
    from_address: null,
    reply_to: null,
    labels: [],
    layout_id: null,
    tracking: true,
    kind: 'marketing' as const,
  };
  const { compiled } = await compileOne(tx, source, null);
  const email = await makeEmail(tx, source);
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
  if (!flow) throw new Error(`The flow "${starterFlowKey}" is in a database without flows.`);
  const steps = stepCount(definition);
  await insertFlowVersion(tx, {
    flow_id: flow.id,
    kind: 'activation',
    definition,
    step_count: steps,
  });
  await raiseFlowsVersion(tx);
}
