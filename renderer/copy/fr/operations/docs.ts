import type { docs as english } from '../../en/operations/docs.ts';
import type { ShapeOf } from '../../shape.ts';

/** The page that shows the interface description and lets it be tried. */
export const docs = {
  title: 'Interface',
  version: 'Version {{version}}',
  download: 'Télécharger la description',
  loading: 'Lecture de la description',
  failed: 'La description n’a pas pu être lue. La station fonctionne-t-elle ?',
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
  tokenHint: 'Pris dans la session de ce navigateur, s’il y en a une. Il ne va qu’à cette station.',
  send: 'Envoyer',
  stop: 'Arrêter',
  stopped: 'Arrêté.',
  unreached: 'La station n’a pas pu être jointe.',
  headers: 'En-têtes',
  status: 'Statut {{status}} en {{duration}}',
} satisfies ShapeOf<typeof english>;
