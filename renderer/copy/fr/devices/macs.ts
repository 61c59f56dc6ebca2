import type { macs as english } from '../../en/devices/macs.ts';
import type { ShapeOf } from '../../shape.ts';

/** Recherche des adresses MAC. */
export const macs = {
  title_one: 'Adresse MAC de {{count, number}} casque',
  title_other: 'Adresses MAC de {{count, number}} casques',
  lookingUp_one: 'Recherche de l’adresse MAC de {{count, number}} casque.',
  lookingUp_other: 'Recherche des adresses MAC de {{count, number}} casques.',
  again: 'Chercher à nouveau',
  found_one: '{{count, number}} trouvée et enregistrée sur {{total, number}}.',
  found_other: '{{count, number}} trouvées et enregistrées sur {{total, number}}.',
  randomised_one: '{{count, number}} est aléatoire.',
  randomised_other: '{{count, number}} sont aléatoires.',
  madeUp: 'Aléatoire pour ce réseau, ne figure pas sur l’étiquette',
  helpText:
    'Un routeur, un fichier de baux ou une liste peut connaître des casques que cet ordinateur ne voit pas.',
  helpAction: 'Ajouter une source',
  list: 'Résultats',
  headset: 'Casque',
  address: 'Adresse MAC',
  source: 'Source',
  notFound: 'Introuvable',
  via: '{{source}}, à {{ip}}',
  from: {
    station: 'cet ordinateur',
    'router-arp': 'un routeur, table ARP',
    'router-lease': 'un routeur, bail DHCP',
    'lease-file': 'un fichier de baux',
    list: 'une liste importée',
    'node-arp': 'la commande ARP',
  },
} satisfies ShapeOf<typeof english>;
