const en = {
  open: 'Open Muster',
  quit: 'Quit Muster',
  starting: 'The station is starting',
  stopped: 'The station is not running',
  headsets: (linked: number, all: number) => `${linked} of ${all} headsets connected`,
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  fleet: 'Fleet',
  enrol: 'Enrol',
  print: 'Print…',
  report: 'Report a problem',
  keepsRunning: 'Muster keeps running',
  keepsRunningWhy: 'Your headsets stay connected. To quit, use its icon in the notification area.',
  quitWhileBusy: 'Quit while headsets are working?',
  busyWith: (downloads: number, codes: number) =>
    [
      downloads > 0 ? `${downloads} transfers are in progress; they resume after the next start.` : '',
      codes > 0
        ? 'Headsets are being enrolled; codes that were not typed stay valid for their 15 minutes.'
        : '',
    ]
      .filter((line) => line !== '')
      .join('\n'),
  stay: 'Keep running',
  failedTitle: 'Muster cannot run its station',
  retry: 'Try again',
  damagedTitle: 'The data of this station is damaged',
  damagedKept: 'Nothing was overwritten: the damaged file was moved aside and kept.',
  useBackup: (when: string) => `Restore the backup of ${when}`,
  beginEmpty: 'Start with an empty station',
  beginEmptyWhy: 'You must enrol the headsets again.',
  crashedTitle: 'The window stopped working several times',
  crashedWhy: 'The station keeps running; your headsets are not affected.',
  waiting: 'The station stopped. It restarts automatically.',
};

type Copy = typeof en;

const fr: Copy = {
  open: 'Ouvrir Muster',
  quit: 'Quitter Muster',
  starting: 'La station démarre',
  stopped: 'La station ne fonctionne pas',
  headsets: (linked, all) => `${linked} casques connectés sur ${all}`,
  file: 'Fichier',
  edit: 'Édition',
  view: 'Affichage',
  window: 'Fenêtre',
  help: 'Aide',
  fleet: 'Parc',
  enrol: 'Enrôler',
  print: 'Imprimer…',
  report: 'Signaler un problème',
  keepsRunning: 'Muster continue de fonctionner',
  keepsRunningWhy: 'Vos casques restent connectés. Quittez-le depuis son icône près de l’horloge.',
  quitWhileBusy: 'Quitter alors que des casques travaillent ?',
  busyWith: (downloads, codes) =>
    [
      downloads > 0 ? `${downloads} transferts sont en cours ; ils reprendront au prochain démarrage.` : '',
      codes > 0
        ? 'Des casques sont en cours d’enrôlement ; les codes non saisis restent valables 15 minutes.'
        : '',
    ]
      .filter((line) => line !== '')
      .join('\n'),
  stay: 'Continuer',
  failedTitle: 'Muster ne peut pas lancer sa station',
  retry: 'Réessayer',
  damagedTitle: 'Les données de cette station sont endommagées',
  damagedKept: 'Rien n’a été écrasé : le fichier endommagé a été mis de côté et y reste.',
  useBackup: (when) => `Restaurer la sauvegarde du ${when}`,
  beginEmpty: 'Démarrer avec une station vide',
  beginEmptyWhy: 'Les casques devront être enrôlés à nouveau.',
  crashedTitle: 'La fenêtre s’est arrêtée plusieurs fois',
  crashedWhy: 'La station continue ; vos casques ne sont pas concernés.',
  waiting: 'La station s’est arrêtée. Elle redémarre automatiquement.',
};

/** Returns the shell's own messages, in the language of the system. */
export function copyFor(locale: string): Copy {
  return locale.toLowerCase().startsWith('fr') ? fr : en;
}
export type { Copy };
