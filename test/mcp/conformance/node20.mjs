// The suite imports globSync from node:fs, which Node 20 lacks and no server scenario uses.
import { register } from 'node:module';

const asModule = (source) => `data:text/javascript,${encodeURIComponent(source)}`;
const shim = asModule(
  "export * from 'node:fs'; export { default } from 'node:fs'; export const globSync = () => [];",
);
register(
  asModule(`export async function resolve(specifier, context, next) {
    const asked = specifier === 'fs' && context.parentURL?.includes('/conformance/dist/');
    return asked ? { url: ${JSON.stringify(shim)}, shortCircuit: true } : next(specifier, context);
  }`),
);
