import type { common as english } from '../en/common.ts';
import type { ShapeOf } from '../shape.ts';

/** Texts that several screens use. */
export const common = {
  close: 'Fermer',
  cancel: 'Annuler',
  clear: 'Effacer',
  undo: 'Annuler',
  more: 'En afficher plus',
  notKnown: 'Inconnu',
  none: 'Aucun',
  unnamed: 'Sans nom',
  loading: 'Chargement',
  counted: {
    headsets_one: '{{count, number}} casque',
    headsets_other: '{{count, number}} casques',
    slots_one: '{{count, number}} emplacement vide',
    slots_other: '{{count, number}} emplacements vides',
  },
  state: {
    archived: 'Archivé',
    waiting: 'En attente du code',
    failed: 'Échec',
    offline: 'Hors ligne',
    enrolled: 'Enrôlé',
    applying: 'Application en cours',
    queued: 'Modification en attente',
    attention: 'Attention requise',
    drifted: 'Écart constaté',
    lowBattery: 'Batterie faible',
    inUse: 'En cours d’utilisation',
    ready: 'Prêt',
  },
  says: {
    failed: 'Échec du téléchargement',
    profile: 'Profil non appliqué',
    awaited: 'En attente du contenu',
    offline: 'Vu à {{when}}',
    offlineDay: 'Vu le {{when}}',
    offlineNever: 'Jamais vu',
    plugIn: 'À brancher une fois',
    unauthorized: 'Autoriser le débogage',
    reset: 'Réinitialisé',
    elsewhere: 'Géré par {{station}}',
    closed: 'À brancher',
    asleep: 'À réveiller',
    silent: 'Ne répond pas',
    unwritable: 'Refuse les fichiers',
    blocked: 'Bloqué par le Wi-Fi',
    loading: 'Téléchargement {{percent}}',
    applying: 'Application des paramètres',
    attention: 'Stockage plein à {{percent}}',
    lowBattery: 'À charger',
    inUse: 'Utilisé',
  },
  step: {
    archived: 'Cette fiche est archivée et conservée pour son historique.',
    failedUnnamed:
      'Un téléchargement a échoué sur ce casque. Vérifiez son stockage et son Wi-Fi, puis réessayez.',
    waiting:
      'Aucun casque dans cet emplacement. Obtenez un code dans Enrôler, puis saisissez-le sur le casque.',
    failed:
      '{{file}} n’a pas pu être installé sur ce casque. Vérifiez son stockage et son Wi-Fi, puis réessayez.',
    offline: 'Non connecté, vu pour la dernière fois à {{when}}. Allumez-le et vérifiez son Wi-Fi.',
    offlineDay: 'Non connecté, vu pour la dernière fois le {{when}}. Allumez-le et vérifiez son Wi-Fi.',
    offlineNever: 'Il ne s’est jamais connecté. Allumez-le et vérifiez son Wi-Fi.',
    plugIn:
      'Il est sur le réseau mais n’y accepte plus adb, comme après un redémarrage. Branchez-le une fois avec un câble, ou activez le débogage sans fil s’il a été associé par code\u202f; la station fait le reste.',
    unauthorized:
      'Il n’autorise plus cet ordinateur. Branchez-le, mettez-le et autorisez le débogage USB, toujours depuis cet ordinateur\u202f; ou associez-le de nouveau par code.',
    reset:
      'Il a été réinitialisé\u202f: pour Muster, c’est un nouveau casque. Désenrôlez cette fiche, puis branchez-le de nouveau dans Enrôler, Par câble.',
    elsewhere:
      'La station sur {{station}} le gère. Désenrôlez-le là-bas, ou reprenez-le d’ici si cette station n’existe plus.',
    closed: 'adb par Wi-Fi y est fermé\u202f: il n’est géré que par câble. Branchez-le.',
    asleep:
      'Il s’est mis en veille et ne répond pas par Wi-Fi. Appuyez sur son bouton d’alimentation\u202f; s’il reste muet, branchez-le.',
    silent:
      'Il est connecté mais ne répond pas. Appuyez sur son bouton d’alimentation\u202f; si cela ne suffit pas, redémarrez-le.',
    unwritable:
      'Il n’accepte aucun fichier dans /data/local/tmp\u202f: la station ne peut pas le gérer. Libérez de l’espace et redémarrez-le\u202f; si cela ne suffit pas, réinitialisez-le.',
    blocked:
      'Le réseau empêche cet ordinateur de le joindre. Désactivez l’isolation des clients du point d’accès et utilisez le même Wi-Fi, ou branchez-le.',
    enrolled: 'Il est enrôlé mais n’a pas encore envoyé de rapport. Laissez-le allumé.',
    profile:
      'Le profil de son emplacement n’a pas pu être appliqué. Enrôler indique pourquoi et permet de réessayer.',
    awaited: 'Il n’a pas encore signalé {{file}}. Il sera prêt quand le casque l’aura confirmé.',
    loading: 'Téléchargement de {{file}}, {{percent}}. Il sera prêt quand le casque l’aura confirmé.',
    applying: 'Envoi des paramètres. Il sera prêt quand le casque les aura confirmés.',
    queued:
      'Un déploiement lui réserve une modification pas encore envoyée. Il sera prêt quand le casque l’aura confirmée.',
    attention:
      'Son stockage est plein à {{percent}} : la prochaine installation peut échouer. Retirez une application ou une vidéo.',
    drifted: 'Ses paramètres diffèrent de ceux attribués.',
    lowBattery: 'Il reste {{percent}}. Mettez-le en charge.',
    inUse: 'Quelqu’un le porte\u202f; {{app}} est ouverte.',
    ready: 'Le casque a confirmé tout ce qui lui est attribué.',
    readyEmpty: 'Le casque a envoyé son rapport. Rien ne lui est encore attribué.',
  },
  /** How a headset is connected that the station manages over adb. */
  adb: {
    usb: 'Par câble',
    wifi: 'Par Wi-Fi',
    none: 'Non connecté',
    plugIn: 'À brancher une fois',
    unauthorized: 'Non autorisé',
    reset: 'Réinitialisé',
    elsewhere: 'Par une autre station',
    asleep: 'En veille',
    silent: 'Sans réponse',
    unwritable: 'Refuse les fichiers',
  },
  adbElsewhere: {
    text_one:
      'La station sur {{stations}} gère {{count, number}} de ces casques. Désenrôlez-le là-bas, ou reprenez-le si cette station n’existe plus.',
    text_other:
      'La station sur {{stations}} gère {{count, number}} de ces casques. Désenrôlez-les là-bas, ou reprenez-les si cette station n’existe plus.',
    reclaim: 'Reprendre',
  },
  adbWifi: {
    open_one:
      '{{count, number}} casque accepte adb par Wi-Fi (port 5555 ou débogage sans fil)\u202f: quiconque a une clé qu’il autorise peut le commander depuis ce réseau.',
    open_other:
      '{{count, number}} casques acceptent adb par Wi-Fi (port 5555 ou débogage sans fil)\u202f: quiconque a une clé qu’ils autorisent peut les commander depuis ce réseau.',
    closing_one: '{{count, number}} casque le ferme dès qu’il est connecté.',
    closing_other: '{{count, number}} casques le ferment dès qu’ils sont connectés.',
    toPlugIn_one: '{{count, number}} casque a redémarré\u202f: il l’acceptera à nouveau une fois branché.',
    toPlugIn_other:
      '{{count, number}} casques ont redémarré\u202f: ils l’accepteront à nouveau une fois branchés.',
    blocked_one:
      'Le réseau empêche cet ordinateur de joindre {{count, number}} casque. Désactivez l’isolation des clients du point d’accès et utilisez le même Wi-Fi, ou laissez-le branché.',
    blocked_other:
      'Le réseau empêche cet ordinateur de joindre {{count, number}} casques. Désactivez l’isolation des clients du point d’accès et utilisez le même Wi-Fi, ou laissez-les branchés.',
    closed_one: 'adb par Wi-Fi est fermé sur {{count, number}} casque\u202f: il n’est géré que par câble.',
    closed_other:
      'adb par Wi-Fi est fermé sur {{count, number}} casques\u202f: ils ne sont gérés que par câble.',
    doClose: 'Fermer adb par Wi-Fi',
    doOpen: 'Gérer de nouveau par Wi-Fi',
  },
  ago: 'il y a {{duration}}',
  why: {
    first: 'Déjà en premier.',
    last: 'Déjà en dernier.',
    nothing: 'Il n’y a encore rien ici.',
    noneChosen: 'Sélectionnez-en au moins un.',
    noHeadsets: 'Aucun casque ne peut le recevoir.',
    notConnected: 'Le casque n’est pas connecté.',
    running: 'Encore en cours.',
    unchanged: 'Rien n’a été modifié.',
  },
  need: {
    name: 'Saisissez un nom.',
    passcode: 'Saisissez le code d’accès.',
    url: 'Saisissez une URL.',
    text: 'Saisissez un texte.',
    value: 'Saisissez une valeur.',
    file: 'Sélectionnez un fichier.',
    app: 'Sélectionnez une application.',
    command: 'Saisissez une commande.',
    headset: 'Sélectionnez un casque.',
    slot: 'Sélectionnez un emplacement.',
    word: 'Saisissez «\u202f{{word}}\u202f» pour confirmer.',
  },
  key: {
    enter: 'Entrée',
    esc: 'Échap',
    space: 'Espace',
    shift: 'Maj',
    ctrl: 'Ctrl',
    arrows: 'Flèches',
    home: 'Début',
    end: 'Fin',
    afterwards: 'puis',
  },
} satisfies ShapeOf<typeof english>;
