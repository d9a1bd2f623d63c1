import { expect, it } from 'vitest';
import { projectTree, type SourceTree, sources, treeOf } from '../support/repository.ts';
import { importsOf, withoutComments } from '../support/source-text.ts';

const shipped = ['core', 'store', 'mail', 'service', 'http', 'mcp', 'cli'];

const folder = 'service/src/platform/observing';

/** The modules that know OpenTelemetry, and how each is reached from the service. */
const knowing = ['otel-tracer', 'idle-rounds', 'logged-exporter'].map(
  (name) => `${folder}/${name}.ts`,
);

/** Files that load OpenTelemetry, or a module that does, whether traces are wanted or not. */
function eager(tree: SourceTree): string[] {
  return sources(tree, shipped).flatMap(([path, text]) => {
    if (knowing.includes(path)) return [];
    // Types are gone when the code runs.
    const code = withoutComments(text).replace(/^import type [^;]*;$/gm, '');
    return importsOf(code)
      .map(({ specifier }) => specifier)
      .filter(
        (name) => name.startsWith('@opentelemetry/') || knowing.some((one) => ends(one, name)),
      )
      .filter((name) => !code.includes(`await import('${name}')`))
      .map((name) => `${path} loads ${name}`);
  });
}

function ends(path: string, specifier: string): boolean {
  const name = specifier.split('/').at(-1)?.replace(/\.ts$/, '');
  return path.endsWith(`/${name}.ts`);
}

it('OBS-03 loads OpenTelemetry only where traces are wanted', () => {
  expect(eager(projectTree())).toEqual([]);
});

it('OBS-03 would see it loaded elsewhere', () => {
  const tree = treeOf({
    'http/src/a.ts': "import { trace } from '@opentelemetry/api';",
    'service/src/app/b.ts':
      "import { createOtelTracer } from '../platform/observing/otel-tracer.ts';",
    'service/src/app/c.ts': "import type { Tracer } from '@opentelemetry/api';",
    'service/src/app/d.ts': "const { x } = await import('./otel-tracer.ts');",
  });
  expect(eager(tree)).toEqual([
    'http/src/a.ts loads @opentelemetry/api',
    'service/src/app/b.ts loads ../platform/observing/otel-tracer.ts',
  ]);
});
