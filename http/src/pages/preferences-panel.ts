import type { ShownToggle } from '@postroad/service/subscribers/subscription-page';
import type { HostedView } from './hosted-view.ts';
import { html, type Markup, nothing } from './html.ts';
import { preferencesNote } from './preferences-note.ts';
import { customTextAttributes, emphasizeEmail } from './shown-text.ts';
import type { Panel } from './unsubscribe-panel.ts';

/** Prefix of the form's fields; the id of a toggle follows. */
export const selectionPrefix = 'toggle.';

/** The toggles, as saved or as selected (SUB-22, SUB-24, SUB-25). */
export function preferencesPanel(view: HostedView): Panel {
  const { subscription, copy, links } = view;
  const { status, preferences } = subscription;
  const introduction = copy.preferences('introduction');
  const save = copy.preferences('save_button_text');
  const toggles = (preferences?.toggles ?? []).map((toggle) => toggleRow(toggle, view));
  const { title, note } = preferencesNote(view);
  const body = html`${note}<h1 id="preferences-headline">${copy.fixed('preferences_headline')}</h1>
<p id="choices"${customTextAttributes(introduction)}>${emphasizeEmail(introduction, status.email)}</p>
<form method="post" action="${links.preferences}" autocomplete="off" data-save>
<input type="hidden" name="revision" value="${preferences?.revision ?? ''}">
<fieldset aria-labelledby="preferences-headline" aria-describedby="choices"${status.unsubscribed ? html` disabled` : nothing}>
<div class="toggles">
${toggles}</div>
<button type="submit"${customTextAttributes(save)}>${emphasizeEmail(save, status.email)}</button>
</fieldset>
</form>`;
  return { title, body };
}

/** One toggle. An unchecked box sends nothing, so a hidden field before it sends `off`. */
function toggleRow({ id, label, description, on }: ShownToggle, view: HostedView): Markup {
  const name = `${selectionPrefix}${id}`;
  const checked = view.selected.get(id) ?? on;
  const about = description === null ? nothing : html` aria-describedby="about-${id}"`;
  return html`<div class="toggle"><label for="toggle-${id}" lang="" dir="auto">${label}</label>
${description === null ? nothing : html`<p id="about-${id}" lang="" dir="auto">${description}</p>\n`}<input type="hidden" name="${name}" value="off"><input type="checkbox" role="switch" id="toggle-${id}" name="${name}" value="on" data-saved="${on ? 'on' : 'off'}"${about}${checked ? html` checked` : nothing}></div>
`;
}
