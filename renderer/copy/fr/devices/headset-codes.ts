import type { headsetCodes as english } from '../../en/devices/headset-codes.ts';
import type { ShapeOf } from '../../shape.ts';

/** What headsets say in codes, in words: why a download failed, why something was taken off, why a command was not obeyed. */
export const headsetCodes = {
  code: {
    NOT_ENOUGH_STORAGE: 'Il n’y a pas la place. Retirez d’abord une app ou une vidéo.',
    CONNECTION_LOST:
      'La connexion a été coupée. Vérifiez le Wi-Fi là où se trouve le casque, puis réessayez.',
    BAD_ADDRESS: 'Son adresse ne permet aucun téléchargement. Corrigez l’adresse, puis réessayez.',
    STATION_KEY_CHANGED:
      'La station a montré une autre clé que celle que le casque connaît. Associez à nouveau le casque.',
    HASH_MISMATCH:
      'Ce qui est arrivé était abîmé, plus d’une fois, et a été jeté. Ajoutez à nouveau le fichier dans Contenus.',
    LENGTH_MISMATCH:
      'Ce qui est arrivé était trop court et a été jeté. Ajoutez à nouveau le fichier dans Contenus.',
    FILE_GONE: 'Ce fichier n’est plus à son adresse. Ajoutez-le à nouveau dans Contenus.',
    NOT_ALLOWED:
      'Le casque n’a pas le droit de télécharger à cette adresse. Corrigez l’adresse ou ses droits de lecture.',
    ADDRESS_TROUBLE: 'Son adresse a répondu par une erreur. Vérifiez-la, puis réessayez.',
    NEWER_THERE:
      'Le casque a une version plus récente et n’en accepte pas d’ancienne. Retirez d’abord l’app.',
    OTHER_SIGNATURE: 'L’app présente sur le casque est signée par quelqu’un d’autre. Retirez-la d’abord.',
    SYSTEM_TOO_OLD: 'Le système du casque est trop ancien pour cette app. Mettez le casque à jour.',
    NOT_AN_APP: 'Ce fichier n’est pas une app installable. Ajoutez-le à nouveau dans Contenus.',
    UNASSIGNED: 'Il n’est plus affecté.',
    REPLACED: 'Une autre version a pris sa place.',
    EXPIRED: 'Son temps était écoulé.',
    UNENROLLED: 'Le casque a quitté le parc.',
    REMOVED_BY_HAND: 'Quelqu’un l’a retiré sur le casque.',
    UNKNOWN_COMMAND: 'Son agent ne connaît pas cette commande.',
    INVALID_MESSAGE: 'Son agent n’a pas compris ce qui accompagnait la commande.',
    NOT_INSTALLED: 'L’app n’est pas sur le casque.',
    KIOSK_MODE: 'Son kiosque ne le permet pas.',
    NOT_RUNNING: 'Cette app n’était pas ouverte.',
    SCREENSHARING_DISABLED: 'Montrer sa vue est désactivé dans ses réglages.',
  },
} satisfies ShapeOf<typeof english>;
