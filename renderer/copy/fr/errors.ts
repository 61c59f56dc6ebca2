import type { ErrorCode } from '../../../shared/contract/errors.ts';
import type { ErrorCopy } from '../en/errors.ts';

/** Every refusal by its code, and the unreachable station. */
export const errors = {
  offline: {
    title: 'La station n’a pas répondu',
    what: 'Cette fenêtre n’a pas pu joindre la station.',
    next: 'Vérifiez qu’elle fonctionne, puis réessayez.',
  },
  VALIDATION_FAILED: {
    title: 'Vérifiez votre saisie',
    what: 'La station a rejeté une valeur. Rien n’a été modifié.',
    next: 'Corrigez-la et réessayez.',
  },
  INVALID_NAMESPACE: {
    title: 'Nom de métadonnées non valide',
    what: 'Les noms de métadonnées sont courts et simples. Rien n’a été modifié.',
    next: 'Utilisez des minuscules, chiffres, points, tirets et traits de soulignement, 64 au maximum.',
  },
  INVALID_VALUE: {
    title: 'Métadonnées non valides',
    what: 'La station ne reconnaît pas le format de ces métadonnées. Rien n’a été modifié.',
    next: 'Corrigez-les et réessayez.',
  },
  VALUE_TOO_LARGE: {
    title: 'Métadonnées trop volumineuses',
    what: 'La station conserve jusqu’à 16 Ko sous chaque nom. Rien n’a été modifié.',
    next: 'Raccourcissez-les et réessayez.',
  },
  UNAUTHENTICATED: {
    title: 'Votre session est terminée',
    what: 'La station n’accepte plus le jeton de cette fenêtre.',
    next: 'Ouvrez l’URL affichée par la station, ou reconnectez-vous.',
  },
  ROLE_REQUIRED: {
    title: 'Votre rôle ne le permet pas',
    what: 'Cette action requiert un autre rôle\u00a0: Enseignant ou Technicien.',
    next: 'Connectez-vous avec un autre code d’accès, ou demandez au technicien.',
  },
  FORBIDDEN: {
    title: 'Non autorisé avec ce jeton',
    what: 'Le jeton de cette fenêtre n’autorise pas cette action.',
    next: 'Utilisez un jeton de l’organisation.',
  },
  PAIRING_REQUIRED: {
    title: 'Ce casque n’est pas appairé',
    what: 'La station n’accepte que les casques appairés avec elle.',
    next: 'Saisissez le code dans un casque qui prend en charge l’appairage, ou autorisez les autres.',
  },
  NOT_FOUND: {
    title: 'Introuvable',
    what: 'La station ne connaît pas cette URL.',
    next: 'La station et cette fenêtre n’ont peut-être pas la même version. Rechargez la fenêtre.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Impossible ici',
    what: 'La station ne propose pas cette action à cette adresse.',
    next: 'La station et cette fenêtre sont peut-être de versions différentes. Rechargez la fenêtre.',
  },
  DEVICE_NOT_FOUND: {
    title: 'Casque introuvable',
    what: 'Il a été retiré du parc, peut-être depuis une autre fenêtre.',
    next: 'Continuez avec les autres.',
  },
  DEVICE_TYPE_UNKNOWN: {
    title: 'Modèle inconnu',
    what: 'Cette station est configurée pour refuser les modèles qu’elle ne connaît pas.',
    next: 'Ajoutez le modèle, ou autorisez les modèles inconnus.',
  },
  DEVICE_ALREADY_ENROLLED: {
    title: 'Cet emplacement est occupé',
    what: 'Un casque est déjà enrôlé dans cet emplacement\u00a0: aucun code n’est nécessaire.',
    next: 'Choisissez un emplacement vide, ou retirez d’abord le casque.',
  },
  ENROLMENT_TOKEN_UNKNOWN: {
    title: 'L’étiquette n’est pas valide',
    what: 'Aucun emplacement n’a cette étiquette, ou un autre casque l’a utilisée.',
    next: 'Imprimez de nouvelles étiquettes pour les emplacements vides.',
  },
  ENROLMENT_CODE_UNKNOWN: {
    title: 'Le code n’est pas valide',
    what: 'Ce code a déjà été utilisé, a expiré ou a été mal saisi.',
    next: 'Saisissez le code affiché maintenant.',
  },
  ENROLMENT_CLOSED: {
    title: 'Trop de codes incorrects',
    what: 'Tous les codes sont désactivés.',
    next: 'Obtenez de nouveaux codes.',
  },
  TOKEN_NOT_FOUND: {
    title: 'Jeton introuvable',
    what: 'La station ne connaît pas ce jeton.',
    next: 'Rechargez la liste.',
  },
  LAN_ADDRESS_UNKNOWN: {
    title: 'Pas encore d’adresse IP',
    what: 'La station n’a pas encore vu ce casque sur le réseau local.',
    next: 'Attendez son prochain rapport, puis réessayez.',
  },
  VIEWS_NOT_ALLOWED: {
    title: 'Les vues sont désactivées',
    what: 'Les vues de ce chariot sont désactivées, ou votre rôle n’y a pas accès.',
    next: 'Un technicien peut les autoriser sur la page d’un casque.',
  },
  VIEW_REFUSED: {
    title: 'L’utilisateur du casque a refusé',
    what: 'La personne qui porte le casque ne veut pas être vue maintenant.',
    next: 'Demandez-lui de l’autoriser dans le casque.',
  },
  TOO_MANY_VIEWS: {
    title: 'Trop de vues',
    what: 'Un casque a au plus 4 spectateurs, et vous pouvez voir au plus 6 casques en direct.',
    next: 'Arrêtez une autre vue en direct, puis réessayez.',
  },
  DEVICE_UNREACHABLE: {
    title: 'Le casque n’a pas répondu',
    what: 'Il est éteint, en veille ou hors de portée. La commande n’a pas été mise en file d’attente.',
    next: 'Réveillez-le, vérifiez son Wi-Fi, puis réessayez.',
  },
  COMMAND_NOT_FOUND: {
    title: 'Commande introuvable',
    what: 'Elle a déjà reçu une réponse, ou elle a expiré.',
    next: 'Aucune action n’est requise.',
  },
  WEBHOOK_NOT_FOUND: {
    title: 'Webhook introuvable',
    what: 'Il a été retiré, peut-être depuis une autre fenêtre.',
    next: 'Rechargez la liste.',
  },
  IMAGE_NOT_FOUND: {
    title: 'Pas d’image',
    what: 'Aucune image de cette application n’est disponible.',
    next: 'Continuez sans image.',
  },
  MAC_NOT_RESOLVED: {
    title: 'Adresse MAC introuvable',
    what: 'Aucune source ne connaît l’adresse MAC de ce casque.',
    next: 'Vérifiez l’accès au routeur, ou saisissez l’adresse MAC.',
  },
  PACKAGE_NAME_CONFLICT: {
    title: 'Deux versions d’une application',
    what: 'Deux entrées avec le même nom de package désignent des fichiers différents. Rien n’a été modifié.',
    next: 'N’en gardez qu’une.',
  },
  INVALID_CONFIGURATION: {
    title: 'Ces paramètres sont incompatibles',
    what: 'Le casque ne peut pas les appliquer ensemble. Rien n’a été modifié.',
    next: 'Corrigez les paramètres indiqués ci-dessous.',
  },
  UPSTREAM_UNREACHABLE: {
    title: 'Le central n’a pas répondu',
    what: 'La station n’a pas pu joindre le central.',
    next: 'Vérifiez la connexion sous Synchronisation, puis réessayez.',
  },
  WEB_INTERFACE_FAILED: {
    title: 'L’interface web n’a pas répondu',
    what: 'La station l’a interrogée au sujet de l’application et n’a pas reçu de réponse utilisable.',
    next: 'Vérifiez son URL et la connexion, puis réessayez.',
  },
  CONFLICT: {
    title: 'Données obsolètes',
    what: 'Votre modification est en conflit avec les données actuelles. Rien n’a été modifié.',
    next: 'Vérifiez les données actuelles, puis réessayez.',
  },
  BATCH_TOO_LARGE: {
    title: 'Trop d’éléments à la fois',
    what: 'La station n’en accepte pas autant à la fois. Rien n’a été modifié.',
    next: 'Sélectionnez-en moins.',
  },
  HEADSET_STORAGE_FULL: {
    title: 'Espace insuffisant sur le casque',
    what: 'Il signale moins d’espace libre que ce contenu n’en nécessite. Rien n’a été envoyé.',
    next: 'Libérez de l’espace sur le casque\u202f; il réessaie automatiquement.',
  },
  PRECONDITION_FAILED: {
    title: 'Le contenu a changé',
    what: 'Ce contenu n’est plus celui du début du téléchargement.',
    next: 'Recommencez le téléchargement depuis le début.',
  },
  RANGE_NOT_SATISFIABLE: {
    title: 'Plage hors limites',
    what: 'La partie demandée se trouve après la fin du contenu.',
    next: 'Recommencez le téléchargement depuis le début.',
  },
  DOWNLOAD_QUEUED: {
    title: 'En file d’attente',
    what: 'Le nombre maximal de casques téléchargent actuellement.',
    next: 'Rien à faire\u00a0: le casque réessaie automatiquement.',
  },
  RATE_LIMITED: {
    title: 'Trop de demandes',
    what: 'La station n’accepte plus de demandes pour le moment.',
    next: 'Attendez une minute et réessayez.',
  },
  INTERNAL: {
    title: 'Erreur interne',
    what: 'Une erreur s’est produite dans Muster. Elle a été consignée.',
    next: 'Réessayez. Si elle se reproduit, transmettez le code ci-dessous à l’assistance.',
  },
  STORAGE_UNAVAILABLE: {
    title: 'La station ne peut pas écrire',
    what: 'Son dossier de données n’est pas accessible en écriture actuellement. Rien n’a été modifié.',
    next: 'Vérifiez le disque de l’ordinateur de la station.',
  },
  STATION_STOPPING: {
    title: 'La station s’arrête',
    what: 'Elle n’accepte pas de nouvelles demandes. Rien n’a été modifié.',
    next: 'Attendez qu’elle ait redémarré.',
  },
  ORGANISATION_MOVED: {
    title: 'L’organisation est en cours de déplacement',
    what: 'Ses données sont déplacées vers une autre partie du central. Rien n’a été modifié.',
    next: 'Réessayez dans quelques secondes.',
  },
  STORAGE_FULL: {
    title: 'Le disque de la station est plein',
    what: 'Plus rien ne peut être enregistré. Rien n’a été modifié.',
    next: 'Libérez de l’espace sur le disque\u202f; la station reprend automatiquement.',
  },
} satisfies Record<ErrorCode | 'offline', ErrorCopy>;
