import type { headsetCodes as english } from '../../en/devices/headset-codes.ts';
import type { ShapeOf } from '../../shape.ts';

/** Texts for the codes that headsets report: failed downloads, removals, refused commands. */
export const headsetCodes = {
  replacedNetwork: {
    text: 'Le réseau Wi-Fi «\u00a0{{old}}\u00a0» reste jusqu’à ce que ce casque ait été vu sur {{next}}. S’il n’y vient jamais, vérifiez le nom et le mot de passe du nouveau réseau. Sans l’ancien réseau, il peut être perdu.',
    remove: 'Retirer l’ancien réseau',
  },
  code: {
    BATTERY_LOW:
      'Batterie trop faible pour installer. Mettez-le en charge\u202f: l’installation est alors répétée automatiquement.',
    NOT_ENOUGH_STORAGE: 'Espace insuffisant. Retirez d’abord une application ou une vidéo.',
    CONNECTION_LOST:
      'La connexion a été coupée. Vérifiez le Wi-Fi là où se trouve le casque, puis réessayez.',
    BAD_ADDRESS: 'Son URL ne permet pas le téléchargement. Corrigez l’URL, puis réessayez.',
    STATION_KEY_CHANGED:
      'La clé de la station n’est pas celle que ce casque connaît. Appairez de nouveau le casque.',
    HASH_MISMATCH:
      'Le téléchargement a été endommagé plusieurs fois et a été supprimé. Ajoutez de nouveau le fichier dans Contenus.',
    LENGTH_MISMATCH:
      'Le téléchargement était incomplet et a été supprimé. Ajoutez de nouveau le fichier dans Contenus.',
    FILE_GONE: 'Le fichier n’existe plus à cette URL. Ajoutez-le de nouveau dans Contenus.',
    NOT_ALLOWED:
      'Le casque n’est pas autorisé à télécharger depuis cette URL. Corrigez l’URL ou ses droits de lecture.',
    ADDRESS_TROUBLE: 'Le serveur de cette URL a renvoyé une erreur. Vérifiez le serveur, puis réessayez.',
    NEWER_THERE:
      'Une version plus récente est installée, et Android ne revient pas à une version antérieure. Retirez d’abord l’application.',
    OTHER_SIGNATURE: 'L’application installée est signée par un autre éditeur. Retirez-la d’abord.',
    SYSTEM_TOO_OLD: 'Le système du casque est trop ancien pour cette application. Mettez le casque à jour.',
    NOT_AN_APP: 'Ce fichier n’est pas une application installable. Ajoutez-le à nouveau dans Contenus.',
    UNASSIGNED: 'N’est plus attribué.',
    REPLACED: 'Remplacé par une autre version.',
    EXPIRED: 'Expiré.',
    UNENROLLED: 'Le casque a quitté le parc.',
    REMOVED_BY_HAND: 'Retiré manuellement sur le casque.',
    UNKNOWN_COMMAND: 'Son agent ne connaît pas cette commande.',
    INVALID_MESSAGE: 'Son agent n’a pas compris les données de la commande.',
    NOT_INSTALLED: 'L’application n’est pas installée sur le casque.',
    KIOSK_MODE: 'Bloqué par le mode kiosque.',
    NOT_RUNNING: 'L’application n’était pas ouverte.',
    SCREENSHARING_DISABLED: 'Le partage d’écran est désactivé dans ses paramètres.',
    OTHER_BUILD: 'L’application est conçue pour d’autres casques. Utilisez la version pour ce modèle.',
    MISSING_LIBRARY:
      'L’application a besoin d’un composant que ce casque n’a pas. Utilisez la version pour ce modèle.',
    CONFLICTING_APP: 'Une autre application du casque est en conflit avec celle-ci. Retirez-la d’abord.',
    INSTALL_BLOCKED:
      'Le casque bloque l’installation. Autorisez-la dans ses réglages ou dans le casque, puis réessayez.',
    TEST_BUILD: 'C’est une version de test, que les casques n’installent pas. Utilisez une version finale.',
    INSTALL_FAILED:
      'Le casque n’a pas installé l’application. Réessayez\u202f; en cas de nouvel échec, redémarrez le casque.',
    NOT_SUPPORTED_OVER_ADB: 'Non pris en charge par adb\u00a0: il faut un agent sur le casque.',
    NOT_CONNECTED: 'La station n’a pas de connexion adb avec le casque. Branchez-le, ou vérifiez son Wi-Fi.',
    NOT_ANSWERING: 'Le casque ne répond pas. Mettez-le ou redémarrez-le, puis réessayez.',
    COMMAND_FAILED: 'Le casque a refusé la commande.',
    NO_ACTIVITY: 'L’application ne peut pas être démarrée\u00a0: elle n’a pas d’écran de départ.',
    START_REFUSED: 'Le casque a refusé de démarrer l’application.',
    NOT_IN_FOREGROUND:
      'L’application n’est pas passée au premier plan. Mettez le casque et appuyez sur un bouton d’une manette, puis réessayez.',
    NOT_APPLIED: 'Le casque a accepté la valeur et ne l’a pas conservée.',
    OTHER_PACKAGE:
      'Le fichier contient une autre application que celle annoncée. Corrigez le nom de paquet dans ses réglages.',
    INVALID_CONTENT: 'L’application n’a pas de nom de paquet valide. Corrigez-le là où elle est attribuée.',
    PATH_NOT_ALLOWED:
      'Les fichiers ne peuvent être placés que dans le stockage partagé du casque. Choisissez un dossier de /sdcard.',
  },
} satisfies ShapeOf<typeof english>;
