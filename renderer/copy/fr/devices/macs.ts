import type { macs as english } from '../../en/devices/macs.ts';
import type { ShapeOf } from '../../shape.ts';

/** Recherche des adresses MAC. */
export const macs = {
  title_one: 'Adresse MAC de {{count, number}} casque',
  title_other: 'Adresses MAC de {{count, number}} casques',
  looking_one: 'Recherche de l’adresse de {{count, number}} casque.',
  looking_other: 'Recherche des adresses de {{count, number}} casques.',
  again: 'Chercher à nouveau',
  found_one: '{{count, number}} trouvée et enregistrée sur {{total, number}}.',
  found_other: '{{count, number}} trouvées et enregistrées sur {{total, number}}.',
  randomised_one: '{{count, number}} est inventée par son casque.',
  randomised_other: '{{count, number}} sont inventées par leurs casques.',
  madeUp: 'Inventée pour ce réseau\u00a0: elle n’est sur aucune étiquette',
  helpText: 'Un routeur, un fichier de baux ou une liste connaît les casques que cet ordinateur ne voit pas.',
  helpAction: 'Ajouter une source',
  list: 'Ce qui a été trouvé',
  headset: 'Casque',
  address: 'Adresse MAC',
  source: 'Connue par',
  notFound: 'Pas trouvée',
  via: '{{source}}, par {{ip}}',
  from: {
    station: 'cet ordinateur',
    'router-arp': 'un routeur, connecté',
    'router-lease': 'un routeur, bail',
    'lease-file': 'un fichier de baux',
    list: 'une liste',
    'node-arp': 'la commande ARP',
  },
} satisfies ShapeOf<typeof english>;
