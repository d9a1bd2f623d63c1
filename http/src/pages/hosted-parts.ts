import type { HostedView, PageTab } from './hosted-view.ts';
import { html, type Markup, nothing } from './html.ts';
import type { PageParts } from './page-markup.ts';
import { preferencesNote } from './preferences-note.ts';
import { preferencesPanel } from './preferences-panel.ts';
import { customTextAttributes, emphasizeEmail } from './shown-text.ts';
import { type Panel, unsubscribePanel } from './unsubscribe-panel.ts';

/**
 * The page of one subscriber: the question whether to unsubscribe, or its result, and the
 * preferences if they are enabled. Both are tabs, which are plain links if no script runs (SUB-22).
 * The page is built from a `HostedView` alone: it reads nothing and costs no query. Texts are
 * escaped by `html`.
 */
export function hostedParts(view: HostedView): PageParts {
  const { subscription, copy } = view;
  const { settings, preferences } = subscription;
  const unsubscribe = unsubscribePanel(view);
  const shown = { language: copy.language, sender: subscription.account_name.trim() };
  const redirectsOffSite = settings['sending.unsubscribe_page_url'] !== '';
  const buttonColor = settings['sending.unsubscribe_page.button_color'];
  if (preferences === null) {
    // If preferences were disabled while somebody edited them, a note says that the edits are lost.
    const refusedNote = view.outcome === 'refused' ? preferencesNote(view) : null;
    const body = html`<div class="panel">${refusedNote?.note ?? nothing}${unsubscribe.body}</div>`;
    const title = refusedNote?.title ?? unsubscribe.title;
    return { ...shown, title, body, buttonColor, redirectsOffSite };
  }
  const panels = { unsubscribe, preferences: preferencesPanel(view) };
  const title = panels[view.tab].title;
  const body = html`${tabList(view)}
${panel('unsubscribe', panels.unsubscribe, view)}
${panel('preferences', panels.preferences, view)}`;
  return { ...shown, title, body, buttonColor, redirectsOffSite };
}

function tabList(view: HostedView): Markup {
  const { copy, links, subscription } = view;
  const tab = (name: PageTab) => {
    const label = copy.preferences(`${name}_label`);
    const chosen = view.tab === name;
    return html`<a role="tab" id="tab-${name}" href="${links.tab(name)}" aria-controls="${name}" aria-selected="${String(chosen)}"><span${customTextAttributes(label)}>${emphasizeEmail(label, subscription.status.email)}</span></a>`;
  };
  return html`<div class="tabs" role="tablist" aria-label="${copy.fixed('tabs')}">${tab('unsubscribe')}${tab('preferences')}</div>`;
}

function panel(name: PageTab, { title, body }: Panel, view: HostedView): Markup {
  const { account_name } = view.subscription;
  const whole = account_name.trim() === '' ? title : `${title} · ${account_name.trim()}`;
  const hidden = view.tab === name ? nothing : html` hidden`;
  return html`<div class="panel" role="tabpanel" id="${name}" aria-labelledby="tab-${name}" data-title="${whole}"${hidden}>${body}</div>`;
}
