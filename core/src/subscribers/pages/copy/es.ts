import type { PageCopy } from '../page-text.ts';

export const es: PageCopy = {
  page: {
    introduction: '{email} dejará de recibir cualquier correo nuestro.',
    status: 'Listo',
    headline: 'Has cancelado tu suscripción.',
    confirmation: '{email} no recibirá más correos nuestros.',
    button_text: 'Volver a suscribirme',
    hint: '¿Hiciste clic por error? Así vuelves a la lista.',
    resubscribed_status: 'Hola de nuevo',
    resubscribed_headline: 'Vuelves a estar en la lista.',
    resubscribed_confirmation: '{email} seguirá recibiendo nuestros correos.',
    resubscribed_button_text: 'Cancelar suscripción',
    resubscribed_hint: '¿Cambiaste otra vez de idea? Basta un clic.',
  },
  preferences: {
    unsubscribe_label: 'Cancelar todas las suscripciones',
    preferences_label: 'Gestionar mis suscripciones',
    introduction: 'Elige los correos que quieres recibir en {email}.',
    save_button_text: 'Guardar preferencias',
    success_message: 'Tus preferencias se han guardado.',
  },
  fixed: {
    confirm_headline: '¿Cancelar la suscripción a todos los correos?',
    confirm_button: 'Cancelar suscripción',
    reason_question: '¿Por qué te vas?',
    optional: 'opcional',
    too_frequent: 'Recibo demasiados correos',
    not_relevant: 'Los correos no me interesan',
    never_signed_up: 'Nunca me suscribí',
    other: 'Otro motivo',
    other_text: '¿Cuál?',
    tabs: 'Tu suscripción',
    preferences_headline: 'Tus correos',
    locked:
      'Has cancelado la suscripción a todos los correos. Vuelve a suscribirte para cambiar estas opciones.',
    unlock: 'Ir a suscribirme de nuevo',
    stale_headline: 'Estas opciones han cambiado',
    stale:
      'La lista se modificó después de que abrieras esta página, así que todavía no se ha guardado nada. Lo que elegiste aparece abajo. Revísalo y guarda de nuevo.',
    refused_headline: 'No se ha guardado nada',
    refused:
      'Ahora mismo no se pueden guardar estas opciones, así que nada ha cambiado. Elige de otra manera o inténtalo más tarde.',
    incomplete: 'No llegó todo el formulario. Revisa tus opciones y guarda de nuevo.',
    link_headline: 'Este enlace no funciona',
    link: 'Está incompleto o cambió por el camino. Ábrelo otra vez desde el correo o copia la dirección entera.',
    preview_headline: 'Esto es una vista previa',
    preview:
      'En un correo enviado, este enlace lleva a la página para cancelar la suscripción o elegir.',
    busy_headline: 'Inténtalo de nuevo en un momento',
    busy: 'Esta página está saturada o en mantenimiento. Tu enlace sigue siendo válido.',
    fault_headline: 'Algo ha salido mal',
    fault: 'Es culpa nuestra, no tuya. Inténtalo de nuevo; tu enlace sigue siendo válido.',
    reference: 'Referencia',
    try_again: 'Intentar de nuevo',
  },
};
