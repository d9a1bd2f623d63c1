import type { FormCopy } from '../form-copy.ts';

export const de: FormCopy = {
  address: 'E‑Mail‑Adresse',
  required: 'Pflichtfeld',
  optional: 'freiwillig',
  submit: 'Anmelden',
  agree: 'Mit der Anmeldung stimmen Sie Folgendem zu:',
  choose: 'Bitte wählen',
  sent_headline: 'Bitte sehen Sie in Ihrem Postfach nach',
  sent: 'Wenn die Adresse stimmt, ist eine E‑Mail mit einem Link unterwegs. Öffnen Sie den Link, um zu bestätigen; vorher wird nichts gespeichert.',
  done_headline: 'Sie sind angemeldet',
  done: 'Vielen Dank. Sie können diese Seite schließen.',
  errors: 'Bitte prüfen Sie die markierten Angaben.',
  error_address: 'Geben Sie eine E‑Mail‑Adresse wie name@example.com ein.',
  error_required: 'Diese Angabe fehlt.',
  error_date: 'Geben Sie ein Datum ein.',
  error_number: 'Geben Sie eine Zahl ein.',
  error_choice: 'Wählen Sie eine der Möglichkeiten.',
  error_long: 'Das ist zu lang.',
  confirm_headline: 'Anmeldung bestätigen',
  confirm: 'Bestätigen Sie die Anmeldung von {email} mit dem Knopf.',
  confirm_button: 'Bestätigen',
  expired_headline: 'Dieser Link ist abgelaufen',
  expired:
    'Eine Anmeldung muss innerhalb von 30 Tagen bestätigt werden. Melden Sie sich noch einmal an, um eine neue E‑Mail zu bekommen.',
  again: 'Noch einmal anmelden',
  gone_headline: 'Dieses Formular ist nicht verfügbar',
  gone: 'Es wurde abgeschaltet oder existiert nicht.',
  limited_headline: 'Bitte versuchen Sie es später',
  limited: 'Aus Ihrem Netz kamen zu viele Anmeldungen. Es wurde nichts gespeichert.',
  unsent:
    'Die Anmeldung konnte nicht gesendet werden. Prüfen Sie Ihre Verbindung und versuchen Sie es noch einmal.',
  foreign_headline: 'Diese Seite darf das Formular nicht senden',
  foreign:
    'Das Formular nimmt Anmeldungen nur von seiner eigenen Seite und von Websites an, die der Betreiber erlaubt.',
  mail_subject: 'Bitte bestätigen Sie Ihre Anmeldung',
  mail_intro:
    'Jemand, wahrscheinlich Sie, hat diese Adresse bei {form} eingetragen. Klicken Sie zum Bestätigen auf den Link.',
  mail_button: 'Anmeldung bestätigen',
  mail_ignore:
    'Wenn Sie es nicht waren, tun Sie nichts. Es wird nichts gespeichert, und Sie bekommen keine weitere E‑Mail.',
};
