import type { FormCopy } from '../form-copy.ts';

export const nl: FormCopy = {
  address: 'E‑mailadres',
  required: 'verplicht',
  optional: 'niet verplicht',
  submit: 'Aanmelden',
  agree: 'Door je aan te melden ga je akkoord met:',
  choose: 'Maak een keuze',
  sent_headline: 'Kijk in je inbox',
  sent: 'Als het adres klopt, is er een e‑mail met een link onderweg. Open de link om te bevestigen; tot die tijd wordt niets opgeslagen.',
  done_headline: 'Je bent aangemeld',
  done: 'Bedankt. Je kunt deze pagina sluiten.',
  errors: 'Controleer de gemarkeerde velden.',
  error_address: 'Vul een e‑mailadres in zoals naam@example.com.',
  error_required: 'Dit veld is verplicht.',
  error_date: 'Vul een datum in.',
  error_number: 'Vul een getal in.',
  error_choice: 'Kies een van de mogelijkheden.',
  error_long: 'Dit is te lang.',
  confirm_headline: 'Bevestig je aanmelding',
  confirm: 'Bevestig de aanmelding van {email} met de knop.',
  confirm_button: 'Bevestigen',
  expired_headline: 'Deze link is verlopen',
  expired:
    'Een aanmelding moet binnen 30 dagen worden bevestigd. Meld je opnieuw aan voor een nieuwe e‑mail.',
  again: 'Opnieuw aanmelden',
  gone_headline: 'Dit formulier is niet beschikbaar',
  gone: 'Het is uitgezet of bestaat niet.',
  limited_headline: 'Probeer het later opnieuw',
  limited: 'Er kwamen te veel aanmeldingen van je netwerk. Er is niets opgeslagen.',
  unsent:
    'De aanmelding kon niet worden verstuurd. Controleer je verbinding en probeer het opnieuw.',
  foreign_headline: 'Deze pagina mag het formulier niet versturen',
  foreign:
    'Het formulier neemt alleen aanmeldingen aan van zijn eigen pagina en van sites die de eigenaar toestaat.',
  mail_subject: 'Bevestig je aanmelding',
  mail_intro:
    'Iemand, waarschijnlijk jij, heeft dit adres ingevuld bij {form}. Klik op de link om te bevestigen.',
  mail_button: 'Aanmelding bevestigen',
  mail_ignore:
    'Was jij het niet, doe dan niets. Er wordt niets opgeslagen en je krijgt geen e‑mails meer.',
};
