import type { syncWaits as english } from '../../en/sync/sync-waits.ts';
import type { ShapeOf } from '../../shape.ts';

/** Synchronisation : ce qu’attend un casque qui n’est pas encore synchronisé. */
export const syncWaits = {
  run: 'La prochaine synchronisation s’en charge.',
  decision: 'Votre décision sur son emplacement est attendue.',
  slot: 'L’emplacement {{slot}}, où son casque est passé, vient d’abord.',
  person: {
    REFUSED: 'À vous d’agir\u00a0: modifiez, abandonnez ou réessayez.',
    PAUSED: 'En attente jusqu’à ce que vous repreniez la synchronisation.',
    NO_CENTRAL: 'En attente jusqu’à ce que vous connectiez un central.',
    SLOT_GONE:
      'Ses événements vous attendent\u00a0: enregistrez-les dans un fichier sur la page En ce moment.',
    other:
      'En attente jusqu’à la reprise de la synchronisation\u00a0; la page En ce moment dit qui doit agir.',
  },
} satisfies ShapeOf<typeof english>;
