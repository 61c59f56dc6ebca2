import type { care as english } from '../../en/operations/care.ts';
import type { ShapeOf } from '../../shape.ts';

/** Station : sauvegardes, copies scellées, cet ordinateur. */
export const care = {
  backups: {
    title_one: '{{count, number}} sauvegarde, la dernière le {{when}}',
    title_other: '{{count, number}} sauvegardes, la dernière le {{when}}',
    titleNone: 'Aucune sauvegarde',
    titleFailed: 'La dernière sauvegarde a échoué',
    sub: 'Une sauvegarde est faite toutes les {{hours, number}} heures, puis ouverte pour vérifier qu’elle est bonne. Sont gardées les dix plus récentes, et la dernière de chacun des sept jours et des quatre semaines.',
    now: 'Sauvegarder',
    failed: {
      STORAGE_FULL:
        'La sauvegarde du {{when}} n’avait pas de place sur le disque. Libérez de l’espace ; un nouvel essai a lieu tous les quarts d’heure.',
      FAILED:
        'La sauvegarde du {{when}} n’a pas pu être écrite. Vérifiez le disque ; un nouvel essai a lieu tous les quarts d’heure.',
    },
    heading: 'Sauvegardes sur cet ordinateur',
    emptyText: 'La première est faite une minute après le démarrage. Vous pouvez en faire une tout de suite.',
    made: 'Faite',
    size: 'Taille',
    checked: 'Ouverte et vérifiée lorsqu’elle a été faite',
    obstacle: {
      DAMAGED: 'Endommagée : inutilisable',
      NEWER: 'Écrite par un Muster plus récent',
      OTHER_STATION: 'D’une autre station',
    },
    moved: 'Venue dans une copie scellée',
    look: 'Regarder dedans',
    lookOf: 'Regarder dans la sauvegarde du {{when}}',
    download: 'Télécharger',
    downloadOf: 'Télécharger la sauvegarde du {{when}}',
    seal: 'Sceller pour un autre ordinateur…',
    sealOf: 'Sceller la sauvegarde du {{when}} pour un autre ordinateur',
    more: 'Plus d’actions pour la sauvegarde du {{when}}',
  },
  look: {
    title: 'Sauvegarde du {{when}}',
    headsets_one: '{{count, number}} fiche de casque, {{enrolled, number}} enrôlé',
    headsets_other: '{{count, number}} fiches de casque, {{enrolled, number}} enrôlés',
    organisations: 'Organisations',
    records: 'Casques',
    lastSeen: 'Dernier signe d’un casque',
    neverSeen: 'Aucun',
    losesNone: 'Tous les casques enrôlés maintenant s’y trouvent.',
    loses_one:
      '{{count, number}} casque enrôlé maintenant ne s’y trouve pas. Il devra être enrôlé de nouveau.',
    loses_other:
      '{{count, number}} casques enrôlés maintenant ne s’y trouvent pas. Ils devront être enrôlés de nouveau.',
    since:
      'Les réglages, événements et changements faits depuis n’y sont pas. Les jetons et les sessions restent tels qu’ils sont.',
    move: 'Elle vient d’une autre station. Y revenir fait de cet ordinateur cette station-là : ses casques et programmes viennent d’eux-mêmes, et vous vous connectez de nouveau. L’autre station ne doit plus tourner, sinon les deux répondraient pour les mêmes casques.',
    keeps:
      'L’état actuel devient d’abord une sauvegarde : vous pourrez y revenir. La station s’arrête quelques secondes ; les casques se reconnectent d’eux-mêmes.',
    obstacle: {
      DAMAGED:
        'Cette sauvegarde est endommagée et inutilisable. Choisissez-en une autre, ou faites-en une nouvelle maintenant.',
      NEWER: 'Un Muster plus récent l’a écrite. Installez cette version ici, puis revenez-y.',
      OTHER_STATION:
        'Elle vient d’une autre station, dont les clés ne sont pas ici. Apportez-la en copie scellée, qui les contient.',
    },
    untouched: 'Rien n’a changé : la station continue avec ce qu’elle a.',
    confirm: 'Tapez « {{word}} » pour confirmer',
    word: 'revenir',
    submit: 'Revenir à cette sauvegarde',
    working: 'Retour en cours…',
    workingText: 'La station s’arrête et redémarre avec la sauvegarde. Cela prend quelques secondes.',
    done: 'La station tourne avec la sauvegarde du {{when}}.',
    keptAs: 'L’état précédent est gardé sous {{name}}.',
    notTaken:
      'La station n’a pas pu tourner avec la sauvegarde du {{when}}. Elle continue avec l’état précédent ; rien n’est perdu. Choisissez une autre sauvegarde, ou enregistrez le dossier d’assistance sous « Cet ordinateur ».',
    late: 'La station ne répond pas encore. Elle peut avoir besoin de plus de temps ; cette fenêtre se reconnecte d’elle-même.',
  },
  copies: {
    heading: 'Copies scellées',
    text: 'Une station entière dans un fichier : une sauvegarde avec les clés que les casques connaissent, scellée par une phrase secrète. Avec elle, un autre ordinateur prend la place de celui-ci. Les fichiers de Contenus n’y sont pas.',
    none: 'Aucune ici. Scellez une sauvegarde pour porter la station sur un autre ordinateur, ou apportez une copie scellée ailleurs.',
    bring: 'Apporter une copie scellée…',
    of: 'Station du {{when}}',
    open: 'Ouvrir…',
    openOf: 'Ouvrir la copie scellée du {{when}}',
    remove: 'Supprimer',
    removeOf: 'Supprimer la copie scellée du {{when}}',
    removeTitle: 'Supprimer cette copie scellée ?',
    removeText: 'Le fichier est effacé ici. Les copies portées ailleurs restent.',
    file: 'Le fichier',
    fileText: 'Il se termine par .copy et vient de l’autre station.',
    bringSubmit: 'L’apporter',
    sending: 'Envoi {{share}}',
    notOne: 'Ce fichier n’est pas une copie scellée, ou il est incomplet. Rien n’a changé.',
    sealTitle: 'Sceller la sauvegarde du {{when}}',
    sealText:
      'Choisissez une phrase secrète et gardez-la à part du fichier. Elle n’est pas conservée : sans elle, personne ne peut rouvrir la copie.',
    passphrase: 'Phrase secrète',
    again: 'La même, encore une fois',
    rule: '12 caractères au moins ; plusieurs mots sont le plus simple',
    tooShort: 'Trop court : 12 caractères au moins',
    differs: 'Les deux ne sont pas identiques',
    notSealed:
      'Cette sauvegarde ne peut pas être scellée : elle est endommagée, ou vient d’une autre station dont les clés ne sont pas ici. Choisissez-en une autre.',
    sealSubmit: 'Sceller et télécharger',
    openTitle: 'Ouvrir la copie scellée du {{when}}',
    openText: 'Elle devient ici une sauvegarde, où vous pouvez regarder avant que rien ne change.',
    openSubmit: 'L’ouvrir',
    wrong:
      'Ce n’est pas sa phrase secrète, ou le fichier a été modifié ou coupé en route. Tapez-la de nouveau, ou apportez de nouveau le fichier.',
  },
  computer: {
    title: 'Muster {{version}}',
    sub: 'Sur cet ordinateur depuis {{when}}.',
    subReading: 'Lecture de l’état de cet ordinateur.',
    warning: {
      DISK_LOW: 'Le disque est presque plein. Libérez de l’espace avant que les contenus ne tiennent plus.',
      DISK_FULL:
        'Le disque est plein. Envois et sauvegardes sont refusés tant qu’il n’y a pas de place ; le reste continue.',
      BACKUP_FAILED: 'La dernière sauvegarde a échoué.',
      CLOCK_SET_FORWARD:
        'L’horloge de cet ordinateur a fait un bond en avant. Vérifiez la date et l’heure ; rien d’ancien n’est effacé pendant trois jours.',
      CLOCK_SET_BACK:
        'L’horloge de cet ordinateur a été reculée. Vérifiez la date et l’heure ; rien d’ancien n’est effacé pendant trois jours.',
    },
    goBackups: 'Voir les sauvegardes',
    goContent: 'Libérer de l’espace dans Contenus',
    storage: 'Stockage',
    disk: 'Disque',
    diskText: '{{free}} libres sur {{total}}',
    store: 'Données de la station',
    contents: 'Contenus',
    backupsOf_one: '{{count, number}} sauvegarde',
    backupsOf_other: '{{count, number}} sauvegardes',
    software: 'Logiciel',
    version: 'Version',
    system: 'Système',
    runtime: 'Fonctionne avec',
    node: 'Node {{version}}',
    electron: 'Electron {{electron}}, Node {{version}}',
    memory: 'Mémoire utilisée',
    uptime: 'En marche depuis',
    station: 'Identifiant',
    look: 'Langue et couleurs',
    language: 'Langue',
    languages: { en: 'English', fr: 'Français' },
    theme: 'Couleurs',
    themes: { light: 'Claires', dark: 'Sombres', auto: 'Automatiques' },
    support: 'Assistance',
    supportText:
      'Un dossier pour la personne qui vous aide à distance : versions, tailles, avertissements et dernières lignes du journal. Mots de passe, jetons, clés et noms de réseaux Wi-Fi en sont retirés.',
    bundle: 'Enregistrer le dossier d’assistance',
    licences: 'Licences',
    licencesText:
      'Muster est un logiciel libre sous licence MIT, construit avec le travail d’autres, chacun sous sa propre licence.',
    showLicences: 'Afficher toutes les licences',
    licencesMissing: 'La liste des licences n’a pas pu être lue.',
    licencesOf_one: '{{count, number}} paquet',
    licencesOf_other: '{{count, number}} paquets',
  },
  desktop: {
    title: 'Application de bureau',
    absent:
      'Ces écrans tournent dans un navigateur. Les mises à jour, le démarrage à la connexion et le trousseau appartiennent à l’application de bureau.',
    login: 'Démarrer Muster à l’ouverture de ma session',
    key: {
      system: 'La clé de la station est scellée dans le trousseau de la personne connectée.',
      weak: 'Ce système n’a pas de trousseau qui protège : la clé de la station est dans un fichier que seul votre compte peut lire. Quiconque obtient ce disque peut la lire ; chiffrez le disque, ou installez un trousseau.',
      file: 'Ce système n’offre pas de trousseau : la clé de la station est dans un fichier que seul votre compte peut lire. Quiconque obtient ce disque peut la lire ; chiffrez le disque.',
    },
    updates: 'Chercher des mises à jour',
    updatesText:
      'Désactivé au départ. Seules des versions signées sont prises, et jamais pendant que des casques s’enrôlent, téléchargent ou synchronisent.',
    feed: 'Où',
    feedText:
      'Une adresse https, ou un dossier de cet ordinateur ou de son réseau pour les sites sans internet.',
    save: 'Enregistrer',
    check: 'Chercher maintenant',
    install: 'Redémarrer avec {{version}}',
    back: 'Pour revenir en arrière après une mise à jour, installez l’ancienne version et revenez à la sauvegarde faite avant elle.',
    state: {
      unavailable:
        'Cette copie de Muster ne peut pas se mettre à jour. Installez une nouvelle version à la main.',
      off: 'Les mises à jour sont désactivées.',
      current: 'C’est la version la plus récente.',
      looking: 'Recherche…',
      downloading: 'Téléchargement de {{version}}…',
      ready: '{{version}} est prête.',
      waiting:
        '{{version}} est disponible. Elle sera téléchargée quand aucun casque ne s’enrôlera ni ne téléchargera et qu’aucune synchronisation ne sera en cours.',
      installing: 'Redémarrage avec {{version}}…',
      failed: 'La mise à jour a échoué.',
    },
    busy: 'Des casques s’enrôlent ou téléchargent, ou une synchronisation est en cours : elle pourra être installée ensuite.',
    problem: {
      FEED_INVALID:
        'Les mises à jour restent désactivées : indiquez d’abord où chercher, par une adresse https ou le chemin complet d’un dossier.',
      FEED_UNREACHABLE:
        'Aucune liste de versions n’a pu y être lue. Vérifiez l’adresse, ou que le dossier est connecté.',
      DOWNLOAD_FAILED:
        '{{version}} n’a pas pu être téléchargée en entier. Cherchez à nouveau ; rien n’a été modifié.',
      SIGNATURE_WRONG:
        '{{version}} n’est pas signée par les auteurs de Muster. Elle n’a pas été téléchargée.',
      INSTALL_FAILED:
        '{{version}} n’a pas pu être installée ; cette version continue. Installez la nouvelle à la main.',
    },
  },
} satisfies ShapeOf<typeof english>;
