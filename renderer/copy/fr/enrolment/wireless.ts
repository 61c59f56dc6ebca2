import type { wireless as english } from '../../en/enrolment/wireless.ts';
import type { ShapeOf } from '../../shape.ts';

/** Phrases de l’association de casques par le code du débogage sans fil. */
export const wireless = {
  note: 'Pas de câble sous la main\u202f? Un casque avec le débogage sans fil (Android 11 ou plus récent) s’associe par le code qu’il affiche.',
  open: 'Associer par code…',
  title: 'Associer par code',
  how: 'Sur le casque, ouvrez Options pour les développeurs, Débogage sans fil, Associer l’appareil avec un code d’association. Laissez cette page ouverte pendant la saisie.',
  which: 'Casque',
  none: 'Aucun casque n’affiche encore de code sur ce réseau. Il apparaît ici en quelques secondes\u202f; sinon, saisissez l’adresse qu’il affiche.',
  off: 'Cette station ne cherche aucun casque sur le réseau (ADB_MDNS=0). Saisissez l’adresse que le casque affiche.',
  other: 'Une autre adresse',
  address: 'Adresse et port',
  addressText: 'Affichés sous le code, par exemple 192.168.1.20:37001.',
  code: 'Code d’association',
  codeText: 'Six chiffres. Le code n’est ni enregistré ni journalisé.',
  pair: 'Associer',
  needAddress: 'Saisissez l’adresse avec son port, comme le casque l’affiche.',
  needCode: 'Saisissez les six chiffres que le casque affiche.',
  connectAddress: 'Adresse et port du casque',
  connectText:
    'Affichés sur sa page Débogage sans fil, sous Adresse IP et port. Ce port n’est pas celui du code.',
  connect: 'Se connecter',
  toolWords: 'Réponse d’adb',
  noAdb: 'adb ne fonctionne pas sur cet ordinateur. Par câble explique comment l’installer.',
  cannotPair: 'L’adb de cet ordinateur ne sait pas associer',
  cannotPairText:
    'L’association requiert Android SDK Platform-Tools 30 ou plus récent\u202f; cet ordinateur a un adb plus ancien. Installez une version plus récente, arrêtez celle qui tourne (adb kill-server), puis rouvrez cette fenêtre. D’ici là, branchez chaque casque une fois\u202f: la station le gère ensuite par Wi-Fi.',
  cannotPairVersion:
    'L’association requiert Android SDK Platform-Tools 30 ou plus récent\u202f; cet ordinateur a adb {{version}}. Installez une version plus récente, arrêtez celle qui tourne (adb kill-server), puis rouvrez cette fenêtre. D’ici là, branchez chaque casque une fois\u202f: la station le gère ensuite par Wi-Fi.',
  outcome: {
    connected:
      '{{name}} est connecté. S’il n’est pas encore enrôlé, il figure maintenant dans la liste comme un casque branché\u202f: appuyez sur Démarrer.',
    paired:
      '{{name}} est associé, mais n’annonce aucune adresse de connexion. Laissez le débogage sans fil activé et saisissez son adresse.',
    wrongCode:
      'Le casque n’a pas accepté le code\u202f: il était faux ou n’est plus affiché. Chaque code ne sert qu’une fois\u202f: rouvrez Associer l’appareil avec un code d’association et saisissez le nouveau.',
    notPaired: 'Le casque n’accepte pas cet ordinateur. Associez-le d’abord par code.',
    unreachable:
      'Rien ne répond à cette adresse. Le code n’est plus affiché, le port a changé, ou cet ordinateur est sur un autre Wi-Fi\u202f: rouvrez Associer l’appareil avec un code d’association et vérifiez le réseau.',
    timeout:
      'Le casque n’a pas répondu à temps. Réveillez-le, vérifiez qu’il est sur le même Wi-Fi et réessayez avec un nouveau code.',
    cannotPair:
      'L’adb de cet ordinateur ne sait pas associer. Installez Android SDK Platform-Tools 30 ou plus récent.',
    noAdb: 'adb ne fonctionne pas sur cet ordinateur. Par câble explique comment l’installer.',
    failed:
      'adb n’a pas pu associer le casque. Rouvrez Associer l’appareil avec un code d’association et réessayez avec le nouveau code.',
  },
  unnamed: 'Le casque',
} satisfies ShapeOf<typeof english>;
