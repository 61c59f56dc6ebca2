import type { syncPartner as english } from '../../en/sync/sync-partner.ts';
import type { ShapeOf } from '../../shape.ts';

/** Deux stations qui travaillent ensemble sans central. */
export const syncPartner = {
  partner: {
    title: 'Travailler avec une autre station',
    intro:
      'Deux stations d’un même site partagent leurs casques sans serveur. Ouvrez cet écran sur les deux, choisissez l’autre et comparez le code.',
    lanOff: 'L’autre station ne peut pas joindre celle-ci tant que l’accès LAN est désactivé.',
    lanLink: 'Autoriser l’accès LAN',
    searching: 'Recherche de stations sur ce réseau…',
    none: 'Aucune autre station trouvée. L’accès LAN doit y être activé aussi.',
    search: 'Rechercher à nouveau',
    unnamed: 'Station sans nom',
    choose: 'Travailler ensemble',
    chooseOne: 'Travailler avec {{name}}',
    byUrl: 'Ou saisissez son URL',
    byUrlText: 'Affichée là-bas sous Station, Réseau.',
    waitingTitle: 'En attente de l’autre station',
    waiting: 'Sur l’autre station, ouvrez Synchronisation et choisissez celle-ci.',
    unreachable: 'L’autre station est injoignable pour le moment.',
    compareTitle: 'Ce code est-il sur les deux écrans\u202f?',
    code: 'Code',
    serves:
      'Cette station servira {{name}}\u202f: elle doit être allumée pour que les deux se synchronisent.',
    isServed:
      '{{name}} servira cette station\u202f: elle doit être allumée pour que les deux se synchronisent.',
    same: 'Les codes sont identiques',
    differ: 'Ils diffèrent',
    confirmed: 'Confirmé ici. En attente de l’autre station.',
    cancel: 'Annuler',
    again: 'Recommencer',
    fault: {
      CODE_WRONG: 'Le code n’était pas le bon. Recommencez sur les deux stations.',
      PEER_ENDED: 'L’autre station s’est arrêtée. Recommencez sur les deux stations.',
      EXPIRED: 'Personne n’a confirmé en dix minutes. Recommencez sur les deux stations.',
      TOO_MANY: 'Trop d’essais. Recommencez sur les deux stations.',
      SAME_STATION: 'C’est la même station, ou une copie. Choisissez-en une autre.',
    },
    withTitle: 'Travaille avec {{name}}',
    mustBeOnHere: 'Cette station doit être allumée pour que les deux se synchronisent.',
    mustBeOnThere:
      '{{name}} doit être allumée pour que les deux se synchronisent. Tant qu’elle est éteinte, vous pouvez continuer ici.',
    contact: 'Dernier contact {{when}}.',
    noContact:
      'Elle n’a pas encore appelé. En cas d’interruption, choisissez-la de nouveau sur les deux stations.',
    untold:
      '{{name}} ne sait pas encore que cette station a pris le relais. Elle en est avertie dès qu’elle est allumée.',
    endedThere: '{{name}} y a mis fin. Mettez-y fin ici aussi.',
    handOverHere:
      'Pour éteindre définitivement cette station, ouvrez Synchronisation sur {{name}} et appuyez sur «\u202fPrendre le relais\u202f».',
    takeOverNow: 'Prendre le relais',
    takeOverText:
      'Si {{name}} est éteinte définitivement, cette station prend le relais et doit rester allumée.',
    takeOverTitle: 'Prendre le relais de {{name}}\u202f?',
    takeOverAsk:
      'Tout est d’abord synchronisé. Les casques enrôlés sur {{name}} ne changent pas de station\u202f: enrôlez-les de nouveau ici, dans les mêmes emplacements.',
    decideFirst: 'Résolvez d’abord les conflits ouverts.',
    goneTitle: '{{name}} ne répond pas',
    goneAsk:
      'Allumez-la si possible. Sinon, cette station prend le relais à partir du dernier contact, {{when}}\u202f: ce qui y a changé depuis n’est que là-bas, et sera fusionné si elle revient. Ses casques doivent être enrôlés de nouveau ici.',
    goneAction: 'Prendre le relais quand même',
    noCentral:
      'Cette station travaille avec une autre. Pour connecter un central, mettez-y fin d’abord, sous En ce moment.',
    end: 'Mettre fin',
    endTitle: 'Ne plus travailler avec {{name}}\u202f?',
    endAsk:
      'Les deux stations gardent ce qu’elles ont et ne se synchronisent plus. Ensuite, les deux peuvent se connecter à un central.',
  },
} satisfies ShapeOf<typeof english>;
