import type { en } from '../en/index.ts';
import type { Instead } from '../say-other-station.ts';

/** Ce qui est dit à la place du central quand c’est une autre station. */
export const otherStation: Instead<typeof en> = {
  words: [
    [/\b([Dd])u central\b/g, '$1e l’autre station'],
    [/\bau central\b/g, 'à l’autre station'],
    [/\ble central\b/g, 'l’autre station'],
    [/\bLe central\b/g, 'L’autre station'],
    [/^central$/, 'autre station'],
    [/^Central\b/, 'Autre station'],
  ],
  texts: {
    shell: {
      status: {
        centralConnected: 'Autre station connectée',
        centralNever: 'Autre station jamais jointe',
      },
    },
    sync: {
      line: {
        offline: 'Autre station jamais jointe',
        offlineSince: 'Sans l’autre station depuis {{when}}',
      },
      title: { upToDate: 'Cette station et l’autre sont synchronisées' },
      sub: { never: 'Elle n’a jamais été jointe.' },
      connectionState: { label: 'Cette station et l’autre', never: 'Jamais jointe' },
      conflict: {
        pageSub:
          'Modifié sur les deux stations pendant qu’elles n’étaient pas connectées. La valeur utilisée s’applique sur le casque ; aucune valeur n’est perdue.',
      },
      failure: {
        why: {
          NOT_THIS_INTERFACE:
            'La réponse n’est pas celle de l’autre station. Les autres casques ne sont pas concernés.',
        },
      },
      reason: {
        CLOCK_OFF: { next: 'Réglez les horloges des deux ordinateurs.' },
        TOKEN_REFUSED: { next: 'Choisissez-vous de nouveau sur les deux stations, sous En ce moment.' },
        FORBIDDEN: { next: 'Choisissez-vous de nouveau sur les deux stations, sous En ce moment.' },
        SERVER_ERROR: { next: 'Réessayez plus tard, ou redémarrez l’autre station.' },
        NOT_THIS_INTERFACE: {
          what: 'Quelque chose répond à cette adresse, mais ce n’est pas l’autre station.',
        },
        ENDLESS_PAGES: { next: 'Redémarrez l’autre station.' },
        WENT_BACK: { what: 'L’autre station a été restaurée à partir d’une sauvegarde.' },
      },
    },
  },
};
