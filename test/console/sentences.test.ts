import { sentenceOf } from '@postroad/console/people/timeline-words';
import { changedText, ownText, rowText } from '@postroad/console/platform/sentences';
import { addWords, language, wordsArrived } from '@postroad/console/platform/words';
import { de } from '@postroad/console/words/de';
import { afterAll, beforeAll, expect, it } from 'vitest';

beforeAll(async () => {
  language.value = 'de';
  addWords({ en: {}, others: { de: async () => ({ words: de }) } });
  await wordsArrived();
});

afterAll(() => {
  language.value = 'en';
});

it.each([
  [
    'Line 3, column 5: there is no filter "upcas". Did you mean "upcase"? It says: {{ name | upcas }}. And',
    'Zeile 3, Spalte 5: Den Filter „upcas“ gibt es nicht. Meinten Sie „upcase“? Dort steht: {{ name | upcas }}. And',
  ],
  [
    'Line 2, column 1: tag {% if x %} not closed. It says: {% if x %}',
    'Zeile 2, Spalte 1: Der Befehl {% if x %} ist nicht geschlossen. Dort steht: {% if x %}',
  ],
  [
    'In the component "foot": Line 2, column 1: there is no variable "frist". It renders blank.',
    'Im Baustein „foot“: Zeile 2, Spalte 1: Eine Variable „frist“ gibt es nicht. Es bleibt leer.',
  ],
  [
    'The layout "Main" is in use by emails "A", "B", 3 more; components "C" (archived). Give them another template_id first.',
    'Das Layout „Main“ wird noch verwendet: E-Mails „A“, „B“ und 3 weitere; Bausteine „C“ (archiviert). Geben Sie ihnen zuerst ein anderes Layout.',
  ],
  [
    'Sequence 3 is in use by the flow "welcome", the guard "quiet" and 3 more. Take it out of them first.',
    'Die Sequenz 3 wird noch verwendet: Ablauf „welcome“, Sperre „quiet“ und 3 weitere. Nehmen Sie es dort zuerst heraus.',
  ],
  [
    'There is no segment "x". List the segments to find the right one.',
    'Das Segment „x“ gibt es nicht. Sehen Sie in der Liste nach.',
  ],
  [
    'email must be one email address, such as ada@example.com.',
    '„E-Mail“ muss eine einzelne E-Mail-Adresse sein, etwa ada@example.com.',
  ],
  [
    'seats must be a number, as the field seats is defined. born must be a date as YYYY-MM-DD.',
    '„seats“ muss eine Zahl sein, wie das Feld seats festgelegt ist. „born“ muss ein Datum der Form JJJJ-MM-TT sein.',
  ],
  [
    'kind must be one of a, b. Did you mean a?',
    '„Art“ muss eines davon sein: a, b. Meinten Sie „a“?',
  ],
  [
    'The amount is a whole number from 0 to 100, not nothing.',
    'Die Menge ist eine ganze Zahl von 0 bis 100; angegeben ist nichts.',
  ],
  [
    'The step type "wait" does not exist; the types are delay, gate.',
    'Die Art "wait" gibt es nicht; es gibt delay, gate.',
  ],
  [
    'Line 1, column 3: unexpected token "| upcase", value expected. It says: {% assign x = | upcase %}',
    'Zeile 1, Spalte 3: Hier wird ein Wert erwartet, und da steht „| upcase“. Dort steht: {% assign x = | upcase %}',
  ],
  [
    'Line 1, column 1: a component cannot read "oh no"; put text in quotes, as in {% component "notice" title:"Hello" %}. It says: {% component "a" oh no %}',
    'Zeile 1, Spalte 1: „oh no“ lässt sich hier nicht lesen; setzen Sie Text in Anführungszeichen, etwa {% component "notice" title:"Hello" %}. Dort steht: {% component "a" oh no %}',
  ],
  [
    'The CSS cannot be inlined: Invalid @ rule: nope. Look for a broken rule or style attribute.',
    'Das CSS lässt sich nicht in die Elemente schreiben: Die Regel @nope geht hier nicht. Suchen Sie nach einer fehlerhaften Regel oder einem fehlerhaften Attribut style.',
  ],
  [
    '"rrule" of the trigger is no rule: BYMONTHDAY takes numbers from 1 to 31, or negative to count from the end.',
    'Der Auslöser hat keine gültige Regel: BYMONTHDAY nimmt Zahlen von 1 bis 31, negative zählen vom Ende.',
  ],
  [
    'After "1-x" the run reaches "3-b", not "3-a": "2-if" took "else", since has the tag "a, b" is false for "none", the field "n" equals 5 is true for 5.',
    'Nach „1-x“ erreicht der Durchlauf „3-b“ statt „3-a“: „2-if“ nahm den Weg „Nein“ (hat das Tag „a, b“: nicht erfüllt, gesehen "none"; Feld „n“ ist 5: erfüllt, gesehen 5).',
  ],
  [
    'The outcome of the gate "2-wait" is met or expired, not waited.',
    'Bei „2-wait“ kann nur „eingetreten oder abgelaufen“ herauskommen, nicht „gewartet“.',
  ],
  [
    'has the tag "yes, saw": no, saw nothing; the field "plan" equals "pro": yes, saw "pro; no"',
    'hat das Tag „yes, saw“: nein, gesehen: nichts; Feld „plan“ ist "pro": ja, gesehen: "pro; no"',
  ],
  [
    'Wait until 09:00 on Monday, Friday, by the clock of the person',
    'Wartet bis 09:00 am nächsten dieser Tage: Montag, Freitag; nach der Uhr der Person',
  ],
  [
    'Take "A (holdout)": Split: "A (holdout)" 50, "B" 50 (holdout): The person got this arm before.',
    'Nimmt den Weg „A (holdout)“: Teilt auf: "A (holdout)" 50, "B" 50 (Kontrollgruppe): Die Person bekam diesen Weg schon früher.',
  ],
  [
    'Continue after the wait into "met": Wait for the event "paid", 3 days at most: That is assumed.',
    'Geht nach dem Warten weiter, Weg „Eingetreten“: Wartet auf das Ereignis „paid“, höchstens 3 Tage: Das ist angenommen.',
  ],
  [
    'Broadcast 3 "Monday" is scheduled for 2027-01-01, to everybody in its segment then. The person is not in its segment now.',
    'Das Rundschreiben 3 „Monday“ ist für 2027-01-01 geplant und geht an alle, die dann in seinem Segment sind. Die Person ist jetzt nicht in seinem Segment.',
  ],
  [
    'amount_cents is "x", which is no whole number of cents, so no payment is counted.',
    '„amount_cents“ ist "x"; das ist keine ganze Zahl von Cent: es wird keine Zahlung gezählt.',
  ],
  [
    'settings.sending.subscription_preferences.toggles[0].off must lead to what the condition reads: a person who chooses off would still be shown as on.',
    '„settings.sending.subscription_preferences.toggles[0].off“ muss zu dem führen, was die Bedingung liest: Wer „aus“ wählt, dem würde der Schalter weiter als „ein“ gezeigt.',
  ],
  [
    'settings.x.on[0] names no active custom field: "a. b". Create it with create_field first.',
    '„settings.x.on[0]“ nennt kein eigenes Feld, das aktiv ist: "a. b". Legen Sie es zuerst mit create_field an.',
  ],
  [
    'redirect_uris: http://x.example must begin with https://, unless it is on the same machine.',
    'Rückkehradressen: http://x.example muss mit https:// beginnen, außer auf demselben Rechner.',
  ],
  ['This is not YAML: Missing closing "quote.', 'Das ist kein YAML: Am Ende fehlt "quote.'],
  [
    'It goes out already. Create a new broadcast with email_source copy and email_id 7.',
    'Es geht schon hinaus. Legen Sie ein neues Rundschreiben mit einer Kopie der E-Mail 7 an.',
  ],
  ['Frequency cap: 3 in 7 days', 'Obergrenze: 3 je 7 Tage'],
  [
    'The call was not delivered within 2 hours.',
    'Der Aufruf wurde nicht rechtzeitig zugestellt (Frist: 2 Stunden).',
  ],
  ['Send 4 is due at 2027-01-01T09:00:00Z.', 'Die Sendung 4 ist am 2027-01-01T09:00:00Z fällig.'],
  ['A person wrote this.', 'A person wrote this.'],
])('CON-21 says in German: %s', (english, german) => {
  expect(ownText(english)).toBe(german);
});

it.each([
  ['subject: "a" → "b"', 'Betreff: "a" → "b"'],
  ['body_markdown: +3 −1 lines', 'Text (Markdown): +3 −1 Zeilen'],
  ['New email', 'Neu: E-Mail'],
  [
    '1-mark changed: Renamed from "Mark" to "Note"; Add the tag "a" → Add the tag "b"',
    '1-mark geändert: Umbenannt von „Mark“ in „Note“; Vergibt das Tag „a“ → Vergibt das Tag „b“',
  ],
  ['labels: none → sale, news', 'Labels: keine → sale, news'],
  ['1-wait added: Wait 3 days', '1-wait hinzugefügt: Wartet 3 Tage'],
  [
    '2-if changed: If has the tag "a and b" → If not (has the tag "a" or is never emailed) and the field "x" is blank',
    '2-if geändert: Wenn: hat das Tag „a and b“ → Wenn: nicht: (hat das Tag „a“ oder bekommt nie E-Mails) und Feld „x“ ist leer',
  ],
  [
    '2-if added: If the event "order" occurred more than 2 times within 7 days or the field "end" is within the next 3 weeks',
    '2-if hinzugefügt: Wenn: Ereignis „order“ mehr als 2-mal in den letzten 7 Tagen oder Feld „end“ liegt von heute an innerhalb dieser Zeit: 3 Wochen',
  ],
  [
    '2-if added: If opened email 5 within 7 days and started the sequence 3',
    '2-if hinzugefügt: Wenn: hat in den letzten 7 Tagen die E-Mail 5 geöffnet und hat die Sequenz 3 begonnen',
  ],
  ['2-if added: If something new', '2-if hinzugefügt: If something new'],
  [
    'trigger changed: On signed_up → 3 days before pro (monthly) renews, at 09:00 UTC',
    'Auslöser geändert: Bei signed_up → 3 Tage, bevor sich pro (jeden Monat) verlängert, um 09:00 UTC',
  ],
  [
    'goals[0] added: Goal "none": the event "paid" with matching details, within 1 week; the run continues',
    'goals[0] hinzugefügt: Ziel „none“: das Ereignis „paid“ mit passenden Einzelheiten, Frist: 1 Woche; der Durchlauf geht weiter',
  ],
  [
    'Changed on the server since the pull; it stays as it is',
    'Seit dem Abruf auf dem Server geändert; bleibt, wie es ist',
  ],
  ['Has no file; it stays as it is', 'Hat keine Datei und bleibt, wie es ist'],
])('CON-21 says in German what changed: %s', (english, german) => {
  expect(changedText(english)).toBe(german);
});

it('CON-21 calls a column of a file as it is called there', () => {
  const english = 'email must be one email address, such as ada@example.com.';
  expect(rowText(english)).toMatch(/^„email“ muss eine einzelne/);
});

it.each([
  'name: "Monday" → "on"',
  'name: "a changed: b" → "Wait 3 days"',
  'title: "x: yes, saw 1" → "(holdout)"',
  'name: "Add the tag \\"a\\"; Exit the flow" → "none"',
])('CON-21 keeps in German what people wrote: %s', (line) => {
  const [, before, after] = /^\w+: (".*") → (".*")$/.exec(line) ?? [];
  expect(changedText(line)).toMatch(/^(?:Name|Titel): /);
  expect(changedText(line).endsWith(`: ${before} → ${after}`)).toBe(true);
});

it.each([
  ['met', 'Schritt „Paid“ von Trial: geht weiter, Weg Eingetreten'],
  ['Monday', 'Schritt „Paid“ von Trial: geht weiter, Weg Monday'],
])('CON-21 says in German which way a person took: %s', (arm, german) => {
  const { text } = sentenceOf({
    ...{ kind: 'step', id: 1, at: '2027-01-01T09:00:00Z', run_id: 1, step_id: '2-paid', arm },
    ...{ step_name: 'Paid', outcome: 'released', reason: null },
    flow: { key: 'trial', name: 'Trial' },
  });
  expect(text).toBe(german);
});

it('SCREEN-06 calls a step that its flow no longer has by its number', () => {
  const { text } = sentenceOf({
    ...{ kind: 'step', id: 1, at: '2027-01-01T09:00:00Z', run_id: 1, step_id: 'trial.3' },
    ...{ step_name: null, outcome: 'parked', arm: null, reason: null },
    flow: { key: 'trial', name: 'Trial' },
  });
  expect(text).toBe('Schritt „3“ von Trial: angehalten');
});
