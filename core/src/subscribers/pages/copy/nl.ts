import type { PageCopy } from '../page-text.ts';

export const nl: PageCopy = {
  page: {
    introduction: '{email} krijgt dan geen e‑mails meer van ons.',
    status: 'Gelukt',
    headline: 'Je bent afgemeld.',
    confirmation: '{email} krijgt geen e‑mails meer van ons.',
    button_text: 'Opnieuw aanmelden',
    hint: 'Per ongeluk geklikt? Hiermee draai je het terug.',
    resubscribed_status: 'Welkom terug',
    resubscribed_headline: 'Je bent weer aangemeld.',
    resubscribed_confirmation: '{email} blijft e‑mails van ons krijgen.',
    resubscribed_button_text: 'Afmelden',
    resubscribed_hint: 'Toch weer van gedachten veranderd? Eén klik is genoeg.',
  },
  preferences: {
    unsubscribe_label: 'Afmelden voor alles',
    preferences_label: 'Mijn e‑mails beheren',
    introduction: 'Kies welke e‑mails je op {email} wilt krijgen.',
    save_button_text: 'Voorkeuren opslaan',
    success_message: 'Je voorkeuren zijn opgeslagen.',
  },
  fixed: {
    confirm_headline: 'Afmelden voor alle e‑mails?',
    confirm_button: 'Afmelden',
    reason_question: 'Waarom ga je weg?',
    optional: 'niet verplicht',
    too_frequent: 'Ik krijg te veel e‑mails',
    not_relevant: 'De e‑mails zijn niet interessant voor mij',
    never_signed_up: 'Ik heb me nooit aangemeld',
    other: 'Een andere reden',
    other_text: 'Welke?',
    tabs: 'Je abonnement',
    preferences_headline: 'Je e‑mails',
    locked: 'Je bent afgemeld voor alle e‑mails. Meld je opnieuw aan om deze keuzes te wijzigen.',
    unlock: 'Naar opnieuw aanmelden',
    stale_headline: 'Deze keuzes zijn veranderd',
    stale:
      'De lijst is gewijzigd nadat je deze pagina opende, dus er is nog niets opgeslagen. Wat je koos, staat hieronder ingevuld. Kijk het na en sla opnieuw op.',
    refused_headline: 'Er is niets opgeslagen',
    refused:
      'Deze keuzes kunnen nu niet voor je worden opgeslagen, dus er is niets veranderd. Kies iets anders of probeer het later opnieuw.',
    incomplete:
      'Een deel van het formulier is niet aangekomen. Kijk je keuzes na en sla opnieuw op.',
    link_headline: 'Deze link werkt niet',
    link: 'Hij is onvolledig of onderweg veranderd. Open hem opnieuw vanuit de e‑mail of kopieer het hele adres.',
    preview_headline: 'Dit is een voorbeeld',
    preview:
      'In een verstuurde e‑mail leidt deze link naar de pagina waar je je kunt afmelden of een keuze kunt maken.',
    busy_headline: 'Probeer het zo meteen opnieuw',
    busy: 'Deze pagina is overbelast of in onderhoud. Je link blijft geldig.',
    fault_headline: 'Er ging iets mis',
    fault: 'Dat ligt aan ons, niet aan jou. Probeer het opnieuw; je link blijft geldig.',
    reference: 'Kenmerk',
    try_again: 'Opnieuw proberen',
  },
};
