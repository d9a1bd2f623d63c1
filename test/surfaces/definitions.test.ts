import { answersAlike } from './three-surfaces.ts';

const files = { 'products/pushed.json': '{"key": "pushed", "name": "Pushed"}\n' };

answersAlike([
  { name: 'export_definitions', input: { prefix: 'themes/' } },
  { name: 'diff_definitions', input: { files } },
  { name: 'diff_definitions', input: { files: { '../etc/passwd': 'x', 'flows/x.json': '{' } } },
  { name: 'apply_definitions', input: { files, force: true } },
  { name: 'apply_definitions', input: { files: { 'products/a.json': 1 } } },
  { name: 'apply_definitions', input: { files: { 'flows/x.json': '{' }, strict: true } },
]);
