import { systemFontStack } from './vocabulary.ts';

export interface FontStack {
  label: string;
  category: 'Sans serif' | 'Serif' | 'Monospace';
  stack: string;
}

/**
 * Font stacks that editors offer; any other stack is valid too (spec, "Theme", rule 7; THEME-07).
 */
export const fontStacks: readonly FontStack[] = [
  { label: 'System', category: 'Sans serif', stack: systemFontStack },
  {
    label: 'Helvetica',
    category: 'Sans serif',
    stack: '"Helvetica Neue", Helvetica, Arial, sans-serif',
  },
  { label: 'Arial', category: 'Sans serif', stack: 'Arial, Helvetica, sans-serif' },
  { label: 'Verdana', category: 'Sans serif', stack: 'Verdana, Geneva, sans-serif' },
  {
    label: 'Trebuchet',
    category: 'Sans serif',
    stack: '"Trebuchet MS", "Lucida Grande", Tahoma, sans-serif',
  },
  { label: 'Tahoma', category: 'Sans serif', stack: 'Tahoma, Verdana, Segoe, sans-serif' },
  { label: 'Georgia', category: 'Serif', stack: 'Georgia, Cambria, "Times New Roman", serif' },
  { label: 'Times', category: 'Serif', stack: '"Times New Roman", Times, serif' },
  {
    label: 'Palatino',
    category: 'Serif',
    stack: '"Palatino Linotype", Palatino, "Book Antiqua", serif',
  },
  {
    label: 'System mono',
    category: 'Monospace',
    stack: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  },
  { label: 'Courier', category: 'Monospace', stack: '"Courier New", Courier, monospace' },
];
