import { limits } from '@postroad/core/platform/limits';
import { unsubscribeReasons } from '@postroad/core/subscribers/status';
import type { HostedView } from './hosted-view.ts';
import { html, type Markup } from './html.ts';
import { customTextAttributes, emphasizeEmail, insertEmail } from './shown-text.ts';

export interface Panel {
  /** Its content in one line. */
  title: string;
  body: Markup;
}

const check = html`<svg viewBox="0 0 20 20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><circle cx="10" cy="10" r="8.25"/><path d="m6.5 10.25 2.4 2.4 4.6-5"/></svg>`;

/** The question whether to unsubscribe, or the result. */
export function unsubscribePanel(view: HostedView): Panel {
  if (view.subscription.status.unsubscribed) {
    return resultPanel(view, view.links.resubscribe, {
      status: 'status',
      headline: 'headline',
      confirmation: 'confirmation',
      button: 'button_text',
      hint: 'hint',
    });
  }
  if (view.outcome === 'resubscribed') {
    return resultPanel(view, view.links.page, {
      status: 'resubscribed_status',
      headline: 'resubscribed_headline',
      confirmation: 'resubscribed_confirmation',
      button: 'resubscribed_button_text',
      hint: 'resubscribed_hint',
    });
  }
  return question(view);
}

function question({ subscription, copy, links }: HostedView): Panel {
  const { email } = subscription.status;
  const introduction = copy.page('introduction');
  const choices = unsubscribeReasons.map((reason) => {
    const id = `reason-${reason.replaceAll('_', '-')}`;
    return html`<label class="choice" for="${id}"><input type="radio" name="reason" value="${reason}" id="${id}">${copy.fixed(reason)}</label>\n`;
  });
  const title = copy.fixed('confirm_headline');
  const body = html`<h1>${title}</h1>
<p${customTextAttributes(introduction)}>${emphasizeEmail(introduction, email)}</p>
<form method="post" action="${links.page}" autocomplete="off">
<fieldset class="reasons">
<legend>${copy.fixed('reason_question')} <small>(${copy.fixed('optional')})</small></legend>
${choices}<div class="other"><label for="reason-text">${copy.fixed('other_text')}</label>
<textarea id="reason-text" name="reason_text" rows="2" maxlength="${String(limits.reasonChars)}"></textarea></div>
</fieldset>
<button type="submit">${copy.fixed('confirm_button')}</button>
</form>`;
  return { title, body };
}

type PageKey = Parameters<HostedView['copy']['page']>[0];

/**
 * The result of an unsubscribe or a resubscribe, with a button to undo it (SET-16, SET-18, SET-19).
 */
function resultPanel(
  { subscription, copy }: HostedView,
  action: string,
  keys: Record<'status' | 'headline' | 'confirmation' | 'button' | 'hint', PageKey>,
): Panel {
  const { email } = subscription.status;
  const element = (key: keyof typeof keys) => {
    const shown = copy.page(keys[key]);
    return { attributes: customTextAttributes(shown), text: emphasizeEmail(shown, email) };
  };
  const [status, headline, confirmation] = [
    element('status'),
    element('headline'),
    element('confirmation'),
  ];
  const [button, hint] = [element('button'), element('hint')];
  const body = html`<p class="status">${check}<span${status.attributes}>${status.text}</span></p>
<h1${headline.attributes}>${headline.text}</h1>
<p${confirmation.attributes}>${confirmation.text}</p>
<form method="post" action="${action}">
<button type="submit" aria-describedby="hint"${button.attributes}>${button.text}</button>
</form>
<p class="hint" id="hint"${hint.attributes}>${hint.text}</p>`;
  return { title: insertEmail(copy.page(keys.headline), email), body };
}
