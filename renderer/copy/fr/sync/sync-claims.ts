import type { syncClaims as english } from '../../en/sync/sync-claims.ts';
import type { ShapeOf } from '../../shape.ts';

/** Synchronisation : deux casques dans un emplacement, un casque dans deux, ou un emplacement qui n’existe plus. */
export const syncClaims = {
  title: {
    claimed: 'Deux casques revendiquent l’emplacement {{slot}}',
    twice: 'Un casque occupe deux emplacements\u00a0: {{slot}} et {{other}}',
    gone: 'L’emplacement {{slot}} n’existe plus sur le central',
    unclear: 'Le casque est-il resté dans l’emplacement {{slot}}, ou de retour\u202f?',
  },
  lead: {
    claimed:
      'Chaque côté y a enrôlé un casque pendant qu’ils n’étaient pas connectés. Lequel garde {{slot}}\u202f?',
    twice: 'Enrôlé dans {{slot}} ici et dans {{other}} sur le central. Quel emplacement le garde\u202f?',
    gone: 'Un casque y a été enrôlé ici entre-temps. Doit-il rester\u202f?',
    unclear:
      'Il a été désenrôlé ici, mais la réponse du central s’est perdue. Le central l’a dans {{slot}}\u00a0: il n’y a pas été retiré, ou il a été enrôlé de nouveau ailleurs.',
  },
  untilDecided: {
    claimed: 'Les deux fonctionnent jusqu’à votre décision.',
    twice: 'Rien ne change avant votre décision.',
    gone: 'Rien ne change avant votre décision.',
    unclear: 'Si le central le retire entre-temps, la question est réglée.',
  },
  before: {
    free: 'À la dernière synchronisation, {{slot}} était libre sur le central.',
    taken: 'À la dernière synchronisation, {{headset}} occupait {{slot}} sur le central.',
  },
  headset: 'Casque',
  nobody: 'Aucun casque',
  side: { here: 'Cette station', there: 'Central', other: 'Autre station' },
  fact: {
    station: 'Station',
    enrolled: 'Enrôlé',
    by: 'Par',
    lastSeen: 'Vu',
    profile: 'Profil',
    label: 'Emplacement',
    history: 'Historique',
  },
  events_one: '{{count, number}} événement',
  events_other: '{{count, number}} événements',
  effect: {
    here: {
      moves: 'Rien ne change sur ce casque. L’autre passe dans {{free}}.',
      leaves: 'Rien ne change sur ce casque. L’autre est désenrôlé par sa station.',
    },
    there: {
      moves: 'Le casque de cette station passe dans {{free}}, avec ses paramètres et son historique.',
      leaves: 'Le casque de cette station est désenrôlé. Ses paramètres et son historique restent ici.',
    },
  },
  effectOf: {
    twice: {
      here: 'Le casque reste dans {{slot}}, et {{other}} est archivé.',
      there: 'Le casque est désenrôlé ici, et {{slot}} est libre.',
    },
    gone: {
      here: 'Le casque fonctionne sur cette station seulement.',
      there: 'Le casque de cette station est désenrôlé. Son historique reste ici.',
    },
    unclear: {
      here: 'Le casque est désenrôlé sur le central, et {{slot}} est libre.',
      there: 'Le casque reste dans {{slot}}, et y apparaît aussi ici.',
    },
  },
  free: {
    title: 'Emplacement libre pour l’autre casque',
    none: 'Aucun',
    note: {
      here: 'Le casque du central l’obtient à la prochaine connexion de sa station.',
      there: 'Le casque de cette station l’obtient immédiatement.',
    },
  },
  keep: {
    claimed: { here: 'Garder {{slot}} ici', there: 'Laisser {{slot}} à l’autre casque' },
    twice: { here: 'Le garder dans {{slot}}', there: 'Le garder dans {{other}}' },
    gone: { here: 'Le garder ici seulement', there: 'Désenrôler le casque' },
    unclear: { here: 'Le désenrôler de {{slot}}', there: 'Le laisser dans {{slot}}' },
  },
  note: 'Aucun historique n’est supprimé.',
} satisfies ShapeOf<typeof english>;
