import type { PageCopy } from '../page-text.ts';

export const fr: PageCopy = {
  page: {
    introduction: '{email} ne recevra plus aucun e‑mail de notre part.',
    status: 'C’est fait',
    headline: 'Votre désabonnement est confirmé.',
    confirmation: '{email} ne recevra plus d’e‑mails de notre part.',
    button_text: 'Me réabonner',
    hint: 'Un clic par erreur ? Ce bouton vous réabonne.',
    resubscribed_status: 'Bon retour parmi nous',
    resubscribed_headline: 'Votre abonnement reprend.',
    resubscribed_confirmation: '{email} continuera de recevoir nos e‑mails.',
    resubscribed_button_text: 'Me désabonner',
    resubscribed_hint: 'Vous changez encore d’avis ? Un clic suffit.',
  },
  preferences: {
    unsubscribe_label: 'Me désabonner de tout',
    preferences_label: 'Gérer mes abonnements',
    introduction: 'Choisissez les e‑mails que vous souhaitez recevoir à l’adresse {email}.',
    save_button_text: 'Enregistrer mes choix',
    success_message: 'Vos choix ont été enregistrés.',
  },
  fixed: {
    confirm_headline: 'Vous désabonner de tous les e‑mails ?',
    confirm_button: 'Me désabonner',
    reason_question: 'Pourquoi partez-vous ?',
    optional: 'facultatif',
    too_frequent: 'Je reçois trop d’e‑mails',
    not_relevant: 'Ces e‑mails ne m’intéressent pas',
    never_signed_up: 'Je n’ai jamais demandé ces e‑mails',
    other: 'Une autre raison',
    other_text: 'Laquelle ?',
    tabs: 'Votre abonnement',
    preferences_headline: 'Vos e‑mails',
    locked:
      'Votre adresse est désabonnée de tous les e‑mails. Réabonnez-vous pour modifier ces choix.',
    unlock: 'Aller au réabonnement',
    stale_headline: 'Ces choix ont changé',
    stale:
      'La liste a été modifiée après l’ouverture de cette page ; rien n’est donc encore enregistré. Vos choix sont repris ci-dessous. Vérifiez-les et enregistrez de nouveau.',
    refused_headline: 'Rien n’a été enregistré',
    refused:
      'Ces choix ne peuvent pas être enregistrés pour le moment ; rien n’a donc été modifié. Choisissez autrement ou réessayez plus tard.',
    incomplete:
      'Une partie du formulaire n’est pas arrivée. Vérifiez vos choix et enregistrez de nouveau.',
    link_headline: 'Ce lien ne fonctionne pas',
    link: 'Il est incomplet ou a été modifié en chemin. Ouvrez-le de nouveau depuis l’e‑mail, ou copiez l’adresse entière.',
    preview_headline: 'Ceci est un aperçu',
    preview:
      'Dans un e‑mail envoyé, ce lien mène à la page où l’on se désabonne ou fait ses choix.',
    busy_headline: 'Veuillez réessayer dans un instant',
    busy: 'Cette page est très sollicitée ou en maintenance. Votre lien reste valable.',
    fault_headline: 'Une erreur s’est produite',
    fault: 'Elle vient de nous, pas de vous. Veuillez réessayer ; votre lien reste valable.',
    reference: 'Référence',
    try_again: 'Réessayer',
  },
};
