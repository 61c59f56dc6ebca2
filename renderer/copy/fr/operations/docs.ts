import type { docs as english } from '../../en/operations/docs.ts';
import type { ShapeOf } from '../../shape.ts';

/** The API reference, to read and to try. */
export const docs = {
  copy: 'Copier',
  copied: 'Copié',
  asCurl: 'Copier pour curl',
  start: {
    title: 'Commencer ici',
    token: 'Créez un jeton.',
    tokenText:
      'Choisissez «\u00a0Tout le parc\u00a0» pour votre propre programme. Il n’est affiché qu’une fois.',
    tokenLink: 'Station, Jetons',
    call: 'Faites un appel.',
    errors: 'Lisez les erreurs par leur code.',
    errorsText:
      'Un refus a un statut HTTP et un code stable\u202f; le message est destiné aux personnes et peut changer.',
    events: 'Abonnez-vous aux événements.',
    eventsText:
      'Server-sent events\u00a0: reconnectez-vous avec un délai croissant, puis relisez l’état actuel. Ou utilisez des webhooks.',
  },
  title: 'Référence de l’API',
  version: 'Version {{version}}',
  download: 'Télécharger la description OpenAPI',
  loading: 'Chargement de la référence de l’API',
  failed: 'La référence de l’API n’a pas pu être chargée. Vérifiez que la station fonctionne.',
  find: 'Chercher une opération',
  nothing: 'Aucune opération ne correspond.',
  operations: 'Opérations',
  schemas: 'Schémas',
  extension: 'Extension',
  parameters: 'Paramètres',
  required: 'obligatoire',
  body: 'Corps',
  replies: 'Réponses',
  noReplyBody: 'Pas de corps',
  tryIt: 'Essayer',
  token: 'Jeton',
  tokenHint:
    'Utilise le jeton de la session de ce navigateur s’il y en a un. Il n’est envoyé qu’à cette station.',
  send: 'Envoyer',
  stop: 'Arrêter',
  stopped: 'Arrêté.',
  unreached: 'La station n’a pas pu être jointe.',
  headers: 'En-têtes',
  status: 'Statut {{status}} en {{duration}}',
} satisfies ShapeOf<typeof english>;
