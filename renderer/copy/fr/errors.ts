import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { ErrorCopy } from '../en/errors.ts';

/** Every refusal by its code, and the station that cannot be reached. */
export const errors = {
  offline: {
    title: 'La station n’a pas répondu',
    what: 'Cette fenêtre n’a pas pu joindre la station.',
    next: 'Vérifiez qu’elle fonctionne, puis réessayez.',
  },
  VALIDATION_FAILED: {
    title: 'Une saisie ne convient pas',
    what: 'La station n’a pas accepté une saisie. Rien n’a été modifié.',
    next: 'Corrigez-la et réessayez.',
  },
  INVALID_NAMESPACE: {
    title: 'Nom de notes non valable',
    what: 'Les notes d’un casque sont rangées sous des noms courts et simples. Rien n’a été modifié.',
    next: 'Utilisez des minuscules, chiffres, points, tirets et traits bas, 64 au plus.',
  },
  INVALID_VALUE: {
    title: 'Ces notes ne peuvent pas être gardées',
    what: 'La station n’a pas compris leur forme. Rien n’a été modifié.',
    next: 'Corrigez-les et réessayez.',
  },
  VALUE_TOO_LARGE: {
    title: 'Ces notes sont trop longues',
    what: 'La station garde 16 Ko sous chaque nom. Rien n’a été modifié.',
    next: 'Raccourcissez-les et réessayez.',
  },
  UNAUTHENTICATED: {
    title: 'La clé n’est plus valable',
    what: 'La station n’accepte plus la clé de cette fenêtre.',
    next: 'Ouvrez l’adresse affichée par la station.',
  },
  ROLE_REQUIRED: {
    title: 'Votre rôle ne le permet pas',
    what: 'Cette action demande un autre rôle : enseignant ou technicien.',
    next: 'Ouvrez une session avec un autre code, ou demandez au technicien.',
  },
  FORBIDDEN: {
    title: 'Non permis avec cette clé',
    what: 'La clé de cette fenêtre ne couvre pas cette action.',
    next: 'Utilisez une clé de l’organisation.',
  },
  PAIRING_REQUIRED: {
    title: 'Ce casque n’est pas appairé',
    what: 'La station n’accepte que les casques qui se sont appairés avec elle par le code.',
    next: 'Saisissez le code dans un casque qui sait s’appairer, ou autorisez les autres.',
  },
  NOT_FOUND: {
    title: 'Introuvable',
    what: 'La station ne connaît pas cette adresse.',
    next: 'La station et cette fenêtre n’ont peut-être pas la même version. Rechargez la fenêtre.',
  },
  DEVICE_NOT_FOUND: {
    title: 'Ce casque n’est plus là',
    what: 'Il a été retiré du parc, peut-être depuis une autre fenêtre.',
    next: 'Continuez avec les autres.',
  },
  DEVICE_TYPE_UNKNOWN: {
    title: 'Modèle inconnu',
    what: 'Cette station refuse les modèles qu’elle ne connaît pas.',
    next: 'Ajoutez le modèle, ou autorisez les inconnus.',
  },
  DEVICE_ALREADY_ENROLLED: {
    title: 'Cette place est prise',
    what: 'Un casque occupe déjà cette place : elle n’a pas besoin de code.',
    next: 'Choisissez une place en attente, ou retirez d’abord le casque.',
  },
  ENROLMENT_TOKEN_UNKNOWN: {
    title: 'L’étiquette n’est pas valable',
    what: 'Aucune place n’a cette étiquette, ou un autre casque l’a prise.',
    next: 'Imprimez de nouvelles étiquettes pour les places en attente.',
  },
  ENROLMENT_CODE_UNKNOWN: {
    title: 'Le code n’est pas valable',
    what: 'Ce code a servi, est trop ancien ou a été mal saisi.',
    next: 'Saisissez le code affiché maintenant.',
  },
  ENROLMENT_CLOSED: {
    title: 'Trop de codes faux',
    what: 'Tous les codes sont annulés.',
    next: 'Donnez de nouveaux codes.',
  },
  TOKEN_NOT_FOUND: {
    title: 'Clé introuvable',
    what: 'La station ne connaît pas cette clé.',
    next: 'Rechargez la liste.',
  },
  LAN_ADDRESS_UNKNOWN: {
    title: 'Aucune adresse à chercher',
    what: 'La station n’a pas encore entendu ce casque sur le réseau local.',
    next: 'Attendez son prochain signe de vie, puis réessayez.',
  },
  DEVICE_UNREACHABLE: {
    title: 'Le casque n’a pas répondu',
    what: 'Il est éteint, en veille ou hors de portée. La commande n’a pas été gardée.',
    next: 'Réveillez-le, vérifiez son Wi-Fi, puis réessayez.',
  },
  COMMAND_NOT_FOUND: {
    title: 'Commande introuvable',
    what: 'Elle a déjà reçu sa réponse, ou elle est close.',
    next: 'Il n’y a rien de plus à faire.',
  },
  WEBHOOK_NOT_FOUND: {
    title: 'Webhook introuvable',
    what: 'Il a été retiré, peut-être depuis une autre fenêtre.',
    next: 'Rechargez la liste.',
  },
  IMAGE_NOT_FOUND: {
    title: 'Pas d’image',
    what: 'Personne ne connaît d’image de cette application.',
    next: 'Continuez sans image.',
  },
  MAC_NOT_RESOLVED: {
    title: 'Adresse MAC introuvable',
    what: 'Aucune source que la station peut interroger ne connaît l’adresse de ce casque.',
    next: 'Vérifiez l’accès au routeur, ou saisissez l’adresse MAC.',
  },
  PACKAGE_NAME_CONFLICT: {
    title: 'Deux versions d’une application',
    what: 'Des entrées de même nom de paquet désignent des fichiers différents. Rien n’a été modifié.',
    next: 'N’en gardez qu’une.',
  },
  INVALID_CONFIGURATION: {
    title: 'Ces réglages ne vont pas ensemble',
    what: 'Le casque ne pourrait pas les suivre. Rien n’a été modifié.',
    next: 'Corrigez ce qui est nommé ci-dessous.',
  },
  UPSTREAM_UNREACHABLE: {
    title: 'Le serveur central n’a pas répondu',
    what: 'Le serveur central n’a pas pu être interrogé.',
    next: 'Vérifiez la connexion sous Synchronisation, puis réessayez.',
  },
  WEB_INTERFACE_FAILED: {
    title: 'L’interface web n’a pas répondu',
    what: 'La station l’a interrogée sur l’application sans réponse utilisable.',
    next: 'Vérifiez son adresse et la connexion, puis réessayez.',
  },
  CONFLICT: {
    title: 'Quelque chose s’y oppose',
    what: 'La demande ne va pas avec ce que la station contient maintenant. Rien n’a été modifié.',
    next: 'Regardez l’état actuel et réessayez.',
  },
  BATCH_TOO_LARGE: {
    title: 'Trop à la fois',
    what: 'La station n’en accepte pas autant d’un coup. Rien n’a été modifié.',
    next: 'Choisissez-en moins.',
  },
  HEADSET_STORAGE_FULL: {
    title: 'Le casque n’a plus de place',
    what: 'Il annonce moins d’espace libre que ce contenu n’en demande. Rien n’a été envoyé.',
    next: 'Libérez de la place sur le casque ; il réessaie de lui-même.',
  },
  PRECONDITION_FAILED: {
    title: 'Ce n’est plus le même contenu',
    what: 'Ce qui a été commencé n’est plus ce que la station contient.',
    next: 'Recommencez depuis le début.',
  },
  RANGE_NOT_SATISFIABLE: {
    title: 'Au-delà de la fin',
    what: 'La partie demandée se trouve après la fin du contenu.',
    next: 'Recommencez depuis le début.',
  },
  DOWNLOAD_QUEUED: {
    title: 'En attente de son tour',
    what: 'Autant de casques que permis téléchargent déjà des contenus.',
    next: 'Rien à faire : le casque revient de lui-même.',
  },
  RATE_LIMITED: {
    title: 'Trop vite',
    what: 'La station n’accepte plus de demandes pour le moment.',
    next: 'Attendez une minute et réessayez.',
  },
  INTERNAL: {
    title: 'La station a échoué',
    what: 'Un défaut de Muster lui-même. Il a été consigné.',
    next: 'Réessayez ; s’il persiste, donnez le code ci-dessous à l’assistance.',
  },
  STORAGE_UNAVAILABLE: {
    title: 'La station ne peut pas écrire',
    what: 'Son dossier de données est inaccessible pour le moment. Rien n’a été modifié.',
    next: 'Vérifiez le disque de l’ordinateur de la station.',
  },
  STATION_STOPPING: {
    title: 'La station s’arrête',
    what: 'Elle ne prend plus de travail. Rien n’a été modifié.',
    next: 'Attendez qu’elle ait redémarré.',
  },
  STORAGE_FULL: {
    title: 'Le disque de la station est plein',
    what: 'Plus rien ne peut être enregistré. Rien n’a été modifié.',
    next: 'Faites de la place ; la station reprend d’elle-même.',
  },
} satisfies Record<ErrorCode | 'offline', ErrorCopy>;
