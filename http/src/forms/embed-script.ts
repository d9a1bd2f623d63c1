/**
 * The script for pages of other sites: it sends every form with `data-postroad-form` to its form here,
 * with a proof of work, and says what came of it in the form's `output`. It sets no cookie, keeps
 * nothing, and asks only this service. `unsent` is what a visitor reads where it cannot be reached.
 */
export const embedScript = (unsent: string): string => `(() => {
  'use strict';
  const unsent = ${JSON.stringify(unsent)};
  const here = new URL(document.currentScript.src);
  const base = here.href.slice(0, here.href.lastIndexOf('/f/') + 3);
  const hex = (bytes) => [...new Uint8Array(bytes)].map((one) => one.toString(16).padStart(2, '0')).join('');
  const solve = async ({ algorithm, challenge, maxnumber, maxNumber, salt, signature }) => {
    const text = new TextEncoder();
    const most = maxnumber ?? maxNumber;
    for (let number = 0; number <= most; number += 1) {
      const digest = await crypto.subtle.digest(algorithm, text.encode(salt + number));
      if (hex(digest) === challenge) return btoa(JSON.stringify({ algorithm, challenge, number, salt, signature }));
    }
    throw new Error('The challenge has no solution.');
  };
  const send = async (form) => {
    const address = base + encodeURIComponent(form.dataset.postroadForm);
    const values = {};
    for (const [name, value] of new FormData(form)) if (typeof value === 'string') values[name] = value;
    for (const box of form.querySelectorAll('input[type=checkbox][name]')) values[box.name] = box.checked;
    const asked = await fetch(address + '/challenge');
    if (!asked.ok) throw new Error('The form is not available.');
    values.altcha = await solve(await asked.json());
    const answer = await fetch(address, {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(values),
    });
    return { ok: answer.ok, body: await answer.json() };
  };
  document.addEventListener('submit', async (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || !form.dataset.postroadForm) return;
    event.preventDefault();
    const output = form.querySelector('output');
    const say = (text) => { if (output) output.textContent = text; };
    const buttons = [...form.querySelectorAll('button')];
    for (const button of buttons) button.disabled = true;
    say('');
    try {
      const { ok, body } = await send(form);
      say(ok ? body.message : (body.errors || []).map((one) => one.message).join(' ') || body.detail);
      if (ok) form.reset();
      form.dispatchEvent(new CustomEvent(ok ? 'postroad:sent' : 'postroad:refused', { detail: body, bubbles: true }));
    } catch (error) {
      console.error(error);
      say(unsent);
    } finally {
      for (const button of buttons) button.disabled = false;
    }
  });
})();
`;
