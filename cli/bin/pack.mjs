import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from './bundle.mjs';
import { writeClientTypes } from './client-types.mjs';
import { npm, root } from './ensure.mjs';

/** The folder that `npm pack` takes, beside the documents. */
const packed = join('dist', 'package');

const manifestAt = (path) => JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'));

/**
 * The bill of materials of the bundle, in CycloneDX: what npm says of all packages of the checkout,
 * with nothing left of those that are not in it. `packages` are references such as `zod@4.6.7`.
 */
export function bundleBill(whole, packages) {
  const components = whole.components.filter((one) => packages.includes(one['bom-ref']));
  const missing = packages.filter((ref) => !components.some((one) => one['bom-ref'] === ref));
  if (missing.length > 0) throw new Error(`The lock file does not have ${missing.join(', ')}.`);
  const refs = new Set(components.map((one) => one['bom-ref']));
  const top = { ...whole.metadata.component, name: 'postroad' };
  const dependencies = whole.dependencies
    .filter(({ ref }) => refs.has(ref))
    .map(({ ref, dependsOn = [] }) => ({
      ref,
      dependsOn: dependsOn.filter((one) => refs.has(one)),
    }));
  return {
    ...whole,
    metadata: { ...whole.metadata, lifecycles: [{ phase: 'build' }], component: top },
    components,
    dependencies: [{ ref: top['bom-ref'], dependsOn: [...refs] }, ...dependencies],
  };
}

/** The licences of the packages in the bundle, as each asks to be handed on with its code. */
function licencesOf(packages) {
  return packages
    .map((path) => {
      const folder = join(root, path);
      const { name, version, license } = manifestAt(path);
      const texts = readdirSync(folder)
        .filter((file) => /^(?:licen[cs]e|notice)/i.test(file))
        .toSorted()
        .map((file) => readFileSync(join(folder, file), 'utf8').trim());
      return [`${name} ${version} (${license})`, ...texts].join('\n\n');
    })
    .join(`\n\n${'-'.repeat(80)}\n\n`);
}

/** Makes what `npm pack` takes: the bundle, the types of the client, bill of materials, licences. */
export async function prepare() {
  const into = join(root, packed);
  const packages = await bundle(into);
  writeClientTypes(join(into, 'types'));
  const bill = npm(root, ['sbom', '--sbom-format=cyclonedx', '--package-lock-only']);
  const manifests = packages.map(manifestAt);
  const refs = [...new Set(manifests.map(({ name, version }) => `${name}@${version}`))];
  const text = JSON.stringify(bundleBill(JSON.parse(bill), refs), null, 2);
  writeFileSync(join(into, 'sbom.cdx.json'), `${text}\n`);
  writeFileSync(join(into, 'THIRD-PARTY-LICENSES.txt'), `${licencesOf(packages)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await prepare();
