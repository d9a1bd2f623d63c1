import { type ButtonColors, buttonColors } from '@postroad/core/subscribers/pages/button-colors';

/** Neutral colours of the pages; the accent comes from the setting of the button (SET-17). */
const schemes = {
  light: {
    ground: '#f3f4f6',
    card: '#ffffff',
    text: '#16191d',
    soft: '#525964',
    line: '#dcdfe4',
    control: '#767d88',
    good: '#ecf8f1',
    goodText: '#0f6b3f',
    warn: '#fff6e5',
    warnText: '#7a4b00',
  },
  dark: {
    ground: '#0e1013',
    card: '#181b20',
    text: '#eceef1',
    soft: '#a9b0ba',
    line: '#2d323a',
    control: '#7f8793',
    good: '#12291e',
    goodText: '#7fd9a9',
    warn: '#2e2410',
    warnText: '#f2c877',
  },
} as const;

function variables(scheme: (typeof schemes)[keyof typeof schemes], colors: ButtonColors): string {
  const { goodText, warnText, ...rest } = scheme;
  const { onAccent, ...own } = colors;
  const all = {
    ...rest,
    'good-text': goodText,
    'warn-text': warnText,
    ...own,
    'on-accent': onAccent,
  };
  return Object.entries(all)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';');
}

/**
 * The style sheet of every hosted page, with the operator's colour adjusted to each scheme for
 * contrast.
 */
export function pageStyle(buttonColor: string): string {
  const light = variables(schemes.light, buttonColors(buttonColor, schemes.light));
  const dark = variables(schemes.dark, buttonColors(buttonColor, schemes.dark));
  return `:root{color-scheme:light dark;${light}}@media (prefers-color-scheme:dark){:root{${dark}}}${rules}`;
}

const rules = `
*,::before,::after { box-sizing: border-box }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100% }
body { margin: 0; min-height: 100vh; min-height: 100svh; display: flex; flex-direction: column; align-items: center;
  padding: 1.5rem 1rem 3rem; background: var(--ground); color: var(--text); overflow-wrap: anywhere;
  font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif }
h1, p, fieldset, legend, form, ul { margin: 0; padding: 0; border: 0; min-width: 0 }
[hidden] { display: none }
.sender { display: flex; align-items: center; justify-content: center; gap: .625rem; max-width: 31rem; margin: 0 0 1.25rem; font-weight: 600 }
.sender span { flex: none; display: grid; place-items: center; width: 2.25rem; height: 2.25rem; border-radius: .625rem;
  background: var(--accent); color: var(--on-accent); font-size: 1.0625rem; line-height: 1 }
.card { width: 100%; max-width: 31rem; background: var(--card); border: 1px solid var(--line); border-radius: 1rem;
  box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 12px 32px -12px rgb(0 0 0 / .14); overflow: hidden }
.panel { padding: 1.5rem 1.25rem 1.75rem }
h1 { font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.012em; text-wrap: balance }
h1 + p, .lead { margin-top: .625rem; color: var(--soft); white-space: pre-line }
strong { color: var(--text); font-weight: 650 }
/* Beside each other where both labels fit on a line, else one below the other (LEFT-12). */
.tabs { display: flex; flex-wrap: wrap; border-bottom: 1px solid var(--line) }
.tabs a { flex: 1 1 auto; display: grid; place-items: center; min-height: 3.25rem; padding: .625rem .75rem; color: var(--soft); font-weight: 550; line-height: 1.3;
  text-align: center; text-decoration: none; border-bottom: 3px solid transparent; margin-bottom: -1px }
.tabs a:hover { color: var(--text) }
.tabs a[aria-selected=true] { color: var(--text); border-bottom-color: var(--accent) }
.status { display: inline-flex; align-items: center; gap: .5rem; margin-bottom: 1rem; padding: .25rem .875rem .25rem .5rem; border-radius: 2rem;
  background: var(--good); color: var(--good-text); font-size: .875rem; font-weight: 600 }
.status svg { flex: none; width: 1.25rem; height: 1.25rem }
.hint { margin-top: .875rem; color: var(--soft); font-size: .9375rem; white-space: pre-line }
.note { margin-bottom: 1.25rem; padding: .75rem 1rem; border-radius: .75rem; background: var(--warn); color: var(--warn-text); font-size: .9375rem }
.note.good { background: var(--good); color: var(--good-text); font-weight: 600; white-space: pre-line }
.note b { display: block }
.note a { display: inline-block; padding: .75rem 0; margin-bottom: -.75rem; color: inherit; font-weight: 600 }
button, .button { display: block; width: 100%; min-height: 3rem; margin-top: 1.5rem; padding: .75rem 1.25rem; font: inherit; font-weight: 600; line-height: 1.3;
  text-align: center; text-decoration: none; color: var(--label); background: var(--button); border: 1px solid var(--edge); border-radius: .75rem; cursor: pointer;
  overflow-wrap: anywhere; transition: box-shadow .15s }
button strong { color: inherit }
button:hover:enabled, .button:hover { box-shadow: 0 0 0 4px color-mix(in srgb, var(--accent) 22%, transparent) }
button:disabled { color: var(--soft); background: var(--ground); border-color: var(--line); cursor: not-allowed }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
.tabs a:focus-visible { outline-offset: -4px; border-radius: .625rem }
.reasons { margin-top: 1.5rem }
legend { margin-bottom: .375rem; font-weight: 600 }
legend small { color: var(--soft); font-size: .875rem; font-weight: 400 }
.choice { display: flex; align-items: center; gap: .75rem; min-height: 2.75rem; padding: .5rem .25rem; border-radius: .5rem; cursor: pointer }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--accent) }
.other { margin-top: .25rem }
.other label { display: block; margin-bottom: .375rem; color: var(--soft); font-size: .9375rem }
@supports selector(:has(*)) { form:not(:has(#reason-other:checked)) .other { display: none } }
textarea { display: block; width: 100%; min-height: 4.5rem; padding: .625rem .75rem; font: inherit; color: inherit; background: transparent;
  border: 1px solid var(--control); border-radius: .625rem; resize: vertical }
input:is([type=text],[type=email],[type=date],[type=number]), select { display: block; width: 100%; min-height: 2.75rem; padding: .5rem .75rem;
  font: inherit; color: inherit; background: var(--card); border: 1px solid var(--control); border-radius: .625rem }
input[aria-invalid=true], select[aria-invalid=true] { border-width: 2px; border-color: var(--warn-text) }
.field { margin-top: 1.125rem }
.field > label:not(.choice) { display: block; margin-bottom: .375rem; font-weight: 550 }
.field small { color: var(--soft); font-size: .875rem; font-weight: 400 }
.fault { margin-top: .375rem; color: var(--warn-text); font-size: .9375rem; font-weight: 550 }
.consent { margin-top: 1.25rem; color: var(--soft); font-size: .9375rem; white-space: pre-line }
.trap { position: absolute; left: -9999px; width: 1px; height: 1px; overflow: hidden }
.toggles { margin-top: 1.25rem; border-top: 1px solid var(--line) }
.toggle { position: relative; display: grid; grid-template-columns: 1fr auto; gap: .125rem 1rem; align-items: center; min-height: 3.25rem; padding: .75rem 0;
  border-bottom: 1px solid var(--line) }
.toggle label { font-weight: 550; cursor: pointer }
.toggle label::after { content: ""; position: absolute; inset: 0 }
.toggle p { grid-row: 2; color: var(--soft); font-size: .9375rem; white-space: pre-line }
.toggle input[type=checkbox] { grid-column: 2; grid-row: 1 / span 2; appearance: none; flex: none; position: relative; width: 3rem; height: 1.75rem; margin: 0;
  border: 2px solid var(--control); border-radius: 1rem; background: transparent; cursor: pointer; transition: background .15s, border-color .15s }
.toggle input[type=checkbox]::before { content: ""; position: absolute; inset-block: .1875rem; inset-inline-start: .1875rem; width: 1.125rem; border-radius: 50%;
  background: var(--control); transition: transform .15s, background .15s }
.toggle input:checked { background: var(--accent); border-color: var(--accent) }
.toggle input:checked::before { background: var(--on-accent); transform: translateX(1.25rem) }
[dir=rtl] .toggle input:checked::before { transform: translateX(-1.25rem) }
fieldset:disabled .toggle label, fieldset:disabled .toggle input { cursor: not-allowed }
fieldset:disabled .toggle label { color: var(--soft) }
fieldset:disabled .toggle input { opacity: .55 }
.reference { margin-top: 1.25rem; color: var(--soft); font-size: .8125rem }
@media (min-width: 40rem) {
  body { padding-top: clamp(2rem, 11vh, 6.5rem) }
  .panel { padding: 2rem 2.25rem 2.25rem }
  h1 { font-size: 1.75rem }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important } }
@media (forced-colors: active) {
  .toggle input[type=checkbox] { appearance: auto; width: 1.5rem; height: 1.5rem }
  .toggle input[type=checkbox]::before { content: none }
  .tabs a { border-bottom-color: Canvas }
  .tabs a[aria-selected=true] { border-bottom-color: Highlight }
}
@media print { body { background: none } .card { border: 0; box-shadow: none } button { display: none } }
`;
