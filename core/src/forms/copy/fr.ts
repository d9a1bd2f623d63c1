import type { FormCopy } from '../form-copy.ts';

export const fr: FormCopy = {
  address: 'Adresse e‑mail',
  required: 'obligatoire',
  optional: 'facultatif',
  submit: 'S’inscrire',
  agree: 'En vous inscrivant, vous acceptez ceci :',
  choose: 'Choisissez',
  sent_headline: 'Consultez votre boîte de réception',
  sent: 'Si l’adresse est correcte, un message contenant un lien est en route. Ouvrez le lien pour confirmer ; rien n’est enregistré avant.',
  done_headline: 'Votre inscription est confirmée',
  done: 'Merci. Vous pouvez fermer cette page.',
  errors: 'Vérifiez les champs signalés.',
  error_address: 'Saisissez une adresse comme nom@example.com.',
  error_required: 'Ce champ est obligatoire.',
  error_date: 'Saisissez une date.',
  error_number: 'Saisissez un nombre.',
  error_choice: 'Choisissez l’une des options.',
  error_long: 'C’est trop long.',
  confirm_headline: 'Confirmez votre inscription',
  confirm: 'Cliquez sur le bouton pour confirmer l’inscription de {email}.',
  confirm_button: 'Confirmer',
  expired_headline: 'Ce lien a expiré',
  expired:
    'Une inscription doit être confirmée dans les 30 jours. Inscrivez-vous à nouveau pour recevoir un autre message.',
  again: 'S’inscrire à nouveau',
  gone_headline: 'Ce formulaire n’est pas disponible',
  gone: 'Il a été désactivé ou n’existe pas.',
  limited_headline: 'Réessayez plus tard',
  limited: 'Trop d’inscriptions proviennent de votre réseau. Rien n’a été enregistré.',
  unsent: 'L’inscription n’a pas pu être envoyée. Vérifiez votre connexion et réessayez.',
  foreign_headline: 'Cette page ne peut pas envoyer le formulaire',
  foreign:
    'Le formulaire n’accepte que les inscriptions de sa propre page et des sites que son propriétaire autorise.',
  mail_subject: 'Confirmez votre inscription',
  mail_intro:
    'Quelqu’un, sans doute vous, a saisi cette adresse dans {form}. Cliquez sur le lien pour confirmer.',
  mail_button: 'Confirmer l’inscription',
  mail_ignore:
    'Si ce n’était pas vous, ne faites rien. Rien n’est enregistré et vous ne recevrez pas d’autre message.',
};
