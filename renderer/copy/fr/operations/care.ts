import type { care as english } from '../../en/operations/care.ts';
import type { ShapeOf } from '../../shape.ts';

/** Station : sauvegardes, sauvegardes chiffrées, cet ordinateur. */
export const care = {
  backups: {
    title_one: '{{count, number}} sauvegarde, la dernière le {{when}}',
    title_other: '{{count, number}} sauvegardes, la dernière le {{when}}',
    titleNone: 'Aucune sauvegarde',
    titleFailed: 'La dernière sauvegarde a échoué',
    subOff:
      'Aucune sauvegarde n’est faite automatiquement ici\u202f: des instantanés du volume les remplacent.',
    sub: 'Une sauvegarde est faite et vérifiée automatiquement toutes les {{hours, number}} heures. Muster conserve les dix dernières, une par jour pendant sept jours et une par semaine pendant quatre semaines.',
    now: 'Sauvegarder',
    failed: {
      STORAGE_FULL:
        'La sauvegarde du {{when}} a échoué car le disque est plein. Libérez de l’espace\u202f; Muster réessaie toutes les 15 minutes.',
      FAILED:
        'La sauvegarde du {{when}} n’a pas pu être écrite. Vérifiez le disque\u202f; Muster réessaie toutes les 15 minutes.',
    },
    heading: 'Sauvegardes sur cet ordinateur',
    emptyText:
      'La première sauvegarde est faite une minute après le démarrage. Vous pouvez en faire une maintenant.',
    size: 'Taille',
    checked: 'Vérifiée à sa création',
    obstacle: {
      DAMAGED: 'Endommagée : inutilisable',
      NEWER: 'Créée par une version plus récente de Muster',
      OLDER: 'Créée avant la version 0.1.0',
      OTHER_STATION: 'D’une autre station',
    },
    moved: 'Importée',
    inspect: 'Inspecter',
    inspectOf: 'Inspecter la sauvegarde du {{when}}',
    download: 'Télécharger',
    export: 'Exporter une sauvegarde chiffrée…',
    more: 'Autres actions pour la sauvegarde du {{when}}',
  },
  inspect: {
    title: 'Sauvegarde du {{when}}',
    headsets_one: '{{count, number}} fiche de casque, {{enrolled, number}} enrôlé',
    headsets_other: '{{count, number}} fiches de casque, {{enrolled, number}} enrôlés',
    organisations: 'Organisations',
    records: 'Casques',
    lastSeen: 'Dernière activité d’un casque',
    neverSeen: 'Jamais',
    losesNone: 'Tous les casques actuellement enrôlés sont dans cette sauvegarde.',
    loses_one:
      '{{count, number}} casque actuellement enrôlé n’est pas dans cette sauvegarde. Vous devrez l’enrôler de nouveau après la restauration.',
    loses_other:
      '{{count, number}} casques actuellement enrôlés ne sont pas dans cette sauvegarde. Vous devrez les enrôler de nouveau après la restauration.',
    since:
      'Elle ne contient pas les paramètres, événements et modifications ultérieurs. Les jetons et les sessions restent tels quels.',
    move: 'Cette sauvegarde vient d’une autre station. Si vous la restaurez, cet ordinateur devient cette station\u00a0: ses casques et programmes s’y connectent automatiquement, et vous devez vous reconnecter. Arrêtez d’abord l’autre station, sinon les deux répondent aux mêmes casques.',
    keeps:
      'Muster sauvegarde d’abord les données actuelles\u00a0: vous pourrez annuler. La station s’arrête quelques secondes\u202f; les casques se reconnectent automatiquement.',
    obstacle: {
      DAMAGED:
        'Cette sauvegarde est endommagée et inutilisable. Choisissez-en une autre, ou faites-en une nouvelle maintenant.',
      NEWER:
        'Cette sauvegarde a été créée par une version plus récente de Muster. Installez cette version, puis restaurez la sauvegarde.',
      OLDER:
        'Cette sauvegarde a été créée avant la version 0.1.0 de Muster, et cette version ne peut pas la lire. Choisissez une sauvegarde plus récente.',
      OTHER_STATION:
        'Cette sauvegarde vient d’une autre station, et ses clés ne sont pas sur cet ordinateur. Importez-la comme sauvegarde chiffrée, qui contient les clés.',
    },
    untouched: 'Rien n’a été modifié\u00a0: la station continue avec ses données actuelles.',
    confirm: 'Saisissez «\u00a0{{word}}\u00a0» pour confirmer',
    word: 'restaurer',
    submit: 'Restaurer',
    working: 'Restauration…',
    workingText: 'La station redémarre avec la sauvegarde. Cela prend quelques secondes.',
    done: 'La sauvegarde du {{when}} a été restaurée.',
    keptAs: 'Les données précédentes sont enregistrées sous {{name}}.',
    failed:
      'La station n’a pas pu démarrer avec la sauvegarde du {{when}}\u00a0: elle a conservé ses données actuelles. Rien n’est perdu. Choisissez une autre sauvegarde, ou enregistrez le fichier d’assistance sous «\u00a0Cet ordinateur\u00a0».',
    late: 'La station ne répond pas encore. Une base de données volumineuse peut prendre plus de temps\u202f; cette fenêtre se reconnecte automatiquement.',
  },
  copies: {
    heading: 'Sauvegardes chiffrées',
    text: 'Une station entière dans un fichier\u00a0: une sauvegarde avec les clés que les casques reconnaissent, chiffrée par une phrase secrète. Utilisez-la pour déplacer la station vers un autre ordinateur. Les fichiers de Contenus n’y sont pas inclus.',
    none: 'Aucune sauvegarde chiffrée. Exportez une sauvegarde pour déplacer la station vers un autre ordinateur, ou importez-en une d’une autre station.',
    import: 'Importer une sauvegarde chiffrée…',
    of: 'Station du {{when}}',
    open: 'Ouvrir…',
    openOf: 'Ouvrir la sauvegarde chiffrée du {{when}}',
    remove: 'Supprimer',
    removeOf: 'Supprimer la sauvegarde chiffrée du {{when}}',
    removeTitle: 'Supprimer cette sauvegarde chiffrée\u202f?',
    removeText: 'Le fichier sur cet ordinateur est supprimé. Les copies stockées ailleurs sont conservées.',
    file: 'Fichier',
    fileText: 'Un fichier .copy, exporté de l’autre station.',
    importSubmit: 'Importer',
    sending: 'Importation, {{share}}',
    notOne: 'Ce fichier n’est pas une sauvegarde chiffrée, ou il est incomplet. Rien n’a été modifié.',
    exportTitle: 'Exporter la sauvegarde du {{when}}, chiffrée',
    exportText:
      'Choisissez une phrase secrète et conservez-la séparément du fichier. Muster ne la stocke pas\u00a0: sans elle, personne ne peut ouvrir le fichier.',
    passphrase: 'Phrase secrète',
    again: 'Répétez la phrase secrète',
    rule: 'Au moins 12 caractères\u202f; plusieurs mots sont les plus faciles à retenir',
    tooShort: 'Trop court\u00a0: saisissez au moins 12 caractères',
    differs: 'Les phrases secrètes ne correspondent pas',
    notSealed:
      'Cette sauvegarde ne peut pas être exportée\u00a0: elle est endommagée, ou vient d’une autre station dont les clés ne sont pas ici. Choisissez-en une autre.',
    exportSubmit: 'Exporter',
    openTitle: 'Ouvrir la sauvegarde chiffrée du {{when}}',
    openText: 'Elle devient une sauvegarde ici, que vous pouvez inspecter avant de la restaurer.',
    openSubmit: 'Ouvrir',
    wrong:
      'La phrase secrète est incorrecte, ou le fichier est modifié ou incomplet. Saisissez-la de nouveau, ou importez de nouveau le fichier.',
  },
  copied: {
    moved: 'Garder ce nom',
    rename: 'C’est une copie…',
    title: 'Nommer cette station',
    text: 'L’autre station garde son nom. Toutes deux se synchronisent séparément ; les casques présents dans les deux doivent être désenrôlés dans l’une d’elles.',
    name: 'Nom de cette station',
    submit: 'Renommer',
  },
  computer: {
    title: 'Muster {{version}}',
    sub: 'Sur cet ordinateur depuis {{when}}.',
    subReading: 'Chargement des informations sur cet ordinateur.',
    warning: {
      STORE_DAMAGED:
        'Un contrôle a trouvé des données endommagées dans cette station. Elle continue de fonctionner\u202f: finissez d’abord le cours. Ensuite, restaurez une sauvegarde, ou quittez Muster et relancez-le\u202f: il garde les données endommagées et propose la dernière bonne sauvegarde. Quand personne n’a utilisé la station pendant dix minutes, elle s’arrête automatiquement.',
      DISK_LOW: 'Le disque est presque plein. Libérez de l’espace avant que les contenus ne tiennent plus.',
      DISK_FULL:
        'Le disque est plein. Les chargements et les sauvegardes sont refusés jusqu’à ce que vous libériez de l’espace\u202f; tout le reste fonctionne.',
      BACKUP_FAILED: 'La dernière sauvegarde a échoué.',
      CLOCK_SET_FORWARD:
        'L’horloge de cet ordinateur a fait un bond en avant. Vérifiez la date et l’heure\u202f; aucune donnée ancienne n’est supprimée pendant trois jours.',
      CLOCK_SET_BACK:
        'L’horloge de cet ordinateur a été reculée. Vérifiez la date et l’heure\u202f; aucune donnée ancienne n’est supprimée pendant trois jours.',
      WRITES_LOST:
        'Le journal de la base de données a été endommagé lors de la dernière panne\u202f: les dernières modifications peuvent manquer. Vérifiez les casques utilisés en dernier. Une copie du journal est dans le dossier de données.',
      FOLDER_COPIED:
        'Le dossier de données de cette station a été déplacé ou copié. Si une autre station fonctionne avec une copie, les deux gèrent les mêmes casques : renommez l’une d’elles et désenrôlez-y les casques qui restent à l’autre.',
    },
    goBackups: 'Aller aux sauvegardes',
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
    runtime: 'Environnement d’exécution',
    node: 'Node {{version}}',
    electron: 'Electron {{electron}}, Node {{version}}',
    memory: 'Mémoire utilisée',
    uptime: 'En marche depuis',
    station: 'Identifiant de la station',
    appearance: 'Langue et couleurs',
    language: 'Langue',
    languages: { en: 'English', fr: 'Français' },
    theme: 'Couleurs',
    themes: { light: 'Claires', dark: 'Sombres', auto: 'Système' },
    support: 'Assistance',
    supportText:
      'Un fichier pour l’assistance à distance\u00a0: versions, tailles, avertissements et dernières lignes du journal. Les mots de passe, jetons, clés et noms de réseaux Wi-Fi en sont retirés.',
    bundle: 'Enregistrer le fichier d’assistance',
    licences: 'Licences',
    licencesText:
      'Muster est un logiciel libre sous licence MIT. Il utilise d’autres packages, chacun sous sa propre licence.',
    showLicences: 'Afficher toutes les licences',
    licencesMissing: 'La liste des licences n’a pas pu être chargée.',
    licencesOf_one: '{{count, number}} package',
    licencesOf_other: '{{count, number}} packages',
  },
  program: {
    text: 'La station continue de fonctionner lorsque vous fermez cette fenêtre. Relancez Muster pour en ouvrir une autre.',
    quit: 'Quitter Muster',
    ask: 'Quitter Muster\u00a0?',
    consequence:
      'Les casques gardent leurs réglages, mais ne peuvent ni s’enrôler, ni télécharger, ni envoyer de rapports jusqu’au prochain lancement de Muster. Les téléchargements en cours reprendront alors.',
    over: 'Muster est arrêté. Vous pouvez fermer cette fenêtre.',
    back: 'Si une nouvelle version ne démarre pas en 30 secondes, celle-ci redémarre avec les données d’avant.',
    package:
      'Muster a été installé comme paquet Debian. Pour le mettre à jour, exécutez «\u00a0sudo apt install ./muster_….deb\u00a0» avec le nouveau paquet, puis redémarrez Muster.',
  },
  desktop: {
    title: 'Application de bureau',
    absent:
      'Vous utilisez Muster dans un navigateur. Les mises à jour, le démarrage à l’ouverture de session et le trousseau nécessitent l’application de bureau.',
    login: 'Démarrer Muster à l’ouverture de ma session',
    key: {
      system: 'La clé de la station est stockée dans le trousseau de l’utilisateur actuel.',
      weak: 'Ce système n’a pas de trousseau sécurisé\u00a0: la clé de la station est stockée dans un fichier que seul votre utilisateur peut lire. Toute personne qui accède à ce disque peut la lire. Chiffrez le disque, ou configurez un trousseau.',
      file: 'Ce système n’a pas de trousseau\u00a0: la clé de la station est stockée dans un fichier que seul votre utilisateur peut lire. Toute personne qui accède à ce disque peut la lire. Chiffrez le disque.',
    },
    updates: 'Rechercher les mises à jour',
    updatesText:
      'Désactivé par défaut. Seules les versions signées sont installées, et jamais pendant que des casques s’enrôlent, téléchargent ou se synchronisent.',
    feed: 'Source des mises à jour',
    feedText:
      'Une URL https, ou un dossier de cet ordinateur, de son réseau ou d’une clé USB pour les sites sans Internet.',
    save: 'Enregistrer',
    check: 'Rechercher maintenant',
    install: 'Redémarrer avec {{version}}',
    back: 'Pour revenir à la version précédente, installez-la et restaurez la sauvegarde faite avant la mise à jour.',
    state: {
      unavailable:
        'Cette copie de Muster ne peut pas se mettre à jour. Installez les nouvelles versions manuellement.',
      off: 'Les mises à jour sont désactivées.',
      current: 'C’est la version la plus récente.',
      looking: 'Recherche…',
      downloading: 'Téléchargement de {{version}}…',
      ready: '{{version}} est prête à être installée.',
      waiting:
        '{{version}} est disponible. Elle se télécharge quand aucun casque ne s’enrôle ni ne télécharge et qu’aucune synchronisation n’est en cours.',
      installing: 'Redémarrage avec {{version}}…',
      failed: 'La mise à jour a échoué.',
    },
    busy: 'Des casques s’enrôlent ou téléchargent, ou une synchronisation est en cours. Vous pourrez installer la mise à jour ensuite.',
    problem: {
      FEED_INVALID:
        'Les mises à jour sont désactivées jusqu’à ce que vous saisissiez une source\u00a0: une URL https ou le chemin complet d’un dossier.',
      FEED_UNREACHABLE:
        'La source des mises à jour n’a pas pu être lue. Vérifiez l’URL, ou que le dossier est connecté.',
      DOWNLOAD_FAILED:
        'Le téléchargement de {{version}} a échoué. Recherchez de nouveau\u202f; rien n’a été modifié.',
      SIGNATURE_WRONG: '{{version}} n’est pas signée par l’éditeur de Muster. Elle n’a pas été téléchargée.',
      LIST_EXPIRED:
        'La liste des versions est trop ancienne pour être fiable. Vérifiez la date de cet ordinateur ou placez une version plus récente dans le dossier.',
      INSTALL_FAILED:
        '{{version}} n’a pas pu être installée\u202f; cette version continue de fonctionner. Installez la nouvelle version manuellement.',
      VERSION_OLDER: 'La source des mises à jour contient {{version}}, plus ancienne que cette version.',
      TARGET_WRONG:
        'La source des mises à jour ne contient aucune version pour ce système. Téléchargez l’archive et la liste des versions de ce système.',
      ARCHIVE_DAMAGED:
        'L’archive de {{version}} est endommagée ou incomplète. Téléchargez-la ou copiez-la de nouveau, puis recherchez de nouveau\u202f; rien n’a été modifié.',
      DISK_FULL:
        'Le disque est plein. Libérez de l’espace pour {{version}}, puis recherchez de nouveau\u202f; rien n’a été modifié.',
      FOLDER_READONLY:
        'Le dossier de Muster n’est pas accessible en écriture\u202f; {{version}} n’a pas été installée. Copiez le dossier sur un disque de cet ordinateur et démarrez Muster depuis celui-ci.',
      NOT_READY:
        '{{version}} n’a pas démarré\u202f; cette version fonctionne de nouveau, avec les données d’avant.',
    },
  },
} satisfies ShapeOf<typeof english>;
