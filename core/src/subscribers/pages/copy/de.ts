import type { PageCopy } from '../page-text.ts';

export const de: PageCopy = {
  page: {
    introduction: '{email} erhält dann keine E‑Mails mehr von uns.',
    status: 'Erledigt',
    headline: 'Sie sind abgemeldet.',
    confirmation: '{email} erhält keine E‑Mails mehr von uns.',
    button_text: 'Wieder anmelden',
    hint: 'Aus Versehen geklickt? Damit machen Sie es rückgängig.',
    resubscribed_status: 'Willkommen zurück',
    resubscribed_headline: 'Sie sind wieder angemeldet.',
    resubscribed_confirmation: '{email} erhält weiterhin E‑Mails von uns.',
    resubscribed_button_text: 'Abmelden',
    resubscribed_hint: 'Doch anders überlegt? Ein Klick genügt.',
  },
  preferences: {
    unsubscribe_label: 'Von allem abmelden',
    preferences_label: 'Meine E‑Mails verwalten',
    introduction: 'Wählen Sie, welche E‑Mails Sie an {email} erhalten möchten.',
    save_button_text: 'Auswahl speichern',
    success_message: 'Ihre Auswahl ist gespeichert.',
  },
  fixed: {
    confirm_headline: 'Von allem abmelden?',
    confirm_button: 'Abmelden',
    reason_question: 'Warum möchten Sie gehen?',
    optional: 'freiwillig',
    too_frequent: 'Ich erhalte zu viele E‑Mails',
    not_relevant: 'Die E‑Mails sind für mich nicht interessant',
    never_signed_up: 'Ich habe mich nie angemeldet',
    other: 'Ein anderer Grund',
    other_text: 'Welcher?',
    tabs: 'Ihr Abonnement',
    preferences_headline: 'Ihre E‑Mails',
    locked: 'Sie sind von allen E‑Mails abgemeldet. Melden Sie sich wieder an, um etwas zu ändern.',
    unlock: 'Zur Wiederanmeldung',
    stale_headline: 'Die Auswahl hat sich geändert',
    stale:
      'Die Liste wurde geändert, nachdem Sie diese Seite geöffnet hatten. Deshalb ist noch nichts gespeichert. Was Sie gewählt haben, ist unten eingetragen. Bitte sehen Sie es durch und speichern Sie noch einmal.',
    refused_headline: 'Nichts wurde gespeichert',
    refused:
      'Diese Auswahl lässt sich für Sie gerade nicht speichern, deshalb bleibt alles, wie es war. Wählen Sie anders, oder versuchen Sie es später noch einmal.',
    incomplete:
      'Ein Teil des Formulars ist nicht angekommen. Bitte sehen Sie Ihre Auswahl durch und speichern Sie noch einmal.',
    link_headline: 'Dieser Link funktioniert nicht',
    link: 'Er ist unvollständig oder wurde unterwegs verändert. Öffnen Sie ihn noch einmal aus der E‑Mail, oder kopieren Sie die ganze Adresse.',
    preview_headline: 'Das ist eine Vorschau',
    preview:
      'In einer gesendeten E‑Mail führt dieser Link zu der Seite, auf der man sich abmelden oder E‑Mails auswählen kann.',
    busy_headline: 'Bitte versuchen Sie es gleich noch einmal',
    busy: 'Diese Seite ist gerade überlastet oder wird gewartet. Ihr Link gilt weiterhin.',
    fault_headline: 'Etwas ist schiefgegangen',
    fault:
      'Das liegt an uns, nicht an Ihnen. Bitte versuchen Sie es noch einmal; Ihr Link gilt weiterhin.',
    reference: 'Kennung',
    try_again: 'Noch einmal versuchen',
  },
};
