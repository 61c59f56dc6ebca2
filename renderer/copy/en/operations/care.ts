/** Station: backups, encrypted backups, this computer. */
export const care = {
  backups: {
    title_one: '{{count, number}} backup, the last {{when}}',
    title_other: '{{count, number}} backups, the last {{when}}',
    titleNone: 'No backup yet',
    titleFailed: 'The last backup failed',
    subOff: 'No backups are made automatically here: snapshots of the volume replace them.',
    sub: 'A backup is made and verified automatically every {{hours, number}} hours. Muster keeps the ten latest backups, one for each of seven days and one for each of four weeks.',
    now: 'Back up now',
    failed: {
      STORAGE_FULL:
        'The backup of {{when}} failed because the disk is full. Free some space; Muster retries every 15 minutes.',
      FAILED: 'The backup of {{when}} could not be written. Check the disk; Muster retries every 15 minutes.',
    },
    heading: 'Backups on this computer',
    emptyText: 'The first backup is made one minute after startup. You can make one now.',
    size: 'Size',
    checked: 'Verified when it was created',
    obstacle: {
      DAMAGED: 'Damaged: cannot be used',
      NEWER: 'Created by a newer version of Muster',
      OLDER: 'Created before version 0.1.0',
      OTHER_STATION: 'From another station',
    },
    moved: 'Imported',
    inspect: 'Inspect',
    inspectOf: 'Inspect the backup of {{when}}',
    download: 'Download',
    export: 'Export encrypted backup…',
    more: 'More actions for the backup of {{when}}',
  },
  inspect: {
    title: 'Backup of {{when}}',
    headsets_one: '{{count, number}} headset record, {{enrolled, number}} enrolled',
    headsets_other: '{{count, number}} headset records, {{enrolled, number}} enrolled',
    organisations: 'Organisations',
    records: 'Headsets',
    lastSeen: 'Headset last seen',
    neverSeen: 'Never',
    losesNone: 'Every headset enrolled now is in this backup.',
    loses_one:
      '{{count, number}} headset enrolled now is not in this backup. You must enrol it again after restoring.',
    loses_other:
      '{{count, number}} headsets enrolled now are not in this backup. You must enrol them again after restoring.',
    since:
      'It does not contain settings, events and changes made since then. Tokens and sessions stay as they are now.',
    move: 'This backup is from another station. If you restore it, this computer becomes that station: its headsets and programs connect here automatically, and you must sign in again. Stop the other station first; otherwise both answer the same headsets.',
    keeps:
      'Muster first backs up the current data, so you can undo this. The station stops for a few seconds; headsets reconnect automatically.',
    obstacle: {
      DAMAGED: 'This backup is damaged and cannot be used. Choose another one, or make a new one now.',
      NEWER:
        'This backup was created by a newer version of Muster. Install that version, then restore the backup.',
      OLDER:
        'This backup was created before version 0.1.0 of Muster, and this version cannot read it. Choose a newer backup.',
      OTHER_STATION:
        'This backup is from another station, and its keys are not on this computer. Import it as an encrypted backup, which contains the keys.',
    },
    untouched: 'Nothing was changed: the station continues with its current data.',
    confirm: 'Type “{{word}}” to confirm',
    word: 'restore',
    submit: 'Restore',
    working: 'Restoring…',
    workingText: 'The station is restarting with the backup. This takes a few seconds.',
    done: 'The backup of {{when}} was restored.',
    keptAs: 'The previous data is saved as {{name}}.',
    failed:
      'The station could not start with the backup of {{when}}, so it kept its current data. Nothing was lost. Choose another backup, or save the support bundle under “This computer”.',
    late: 'The station is not responding yet. A large database can take longer; this window reconnects automatically.',
  },
  copies: {
    heading: 'Encrypted backups',
    text: 'A whole station in one file: a backup with the keys that headsets trust, encrypted with a passphrase. Use it to move the station to another computer. Content files are not included.',
    none: 'No encrypted backups. Export a backup to move the station to another computer, or import one from another station.',
    import: 'Import encrypted backup…',
    of: 'Station of {{when}}',
    open: 'Open…',
    openOf: 'Open the encrypted backup of {{when}}',
    remove: 'Remove',
    removeOf: 'Remove the encrypted backup of {{when}}',
    removeTitle: 'Remove this encrypted backup?',
    removeText: 'The file on this computer is deleted. Copies stored elsewhere are kept.',
    file: 'File',
    fileText: 'A .copy file, exported from the other station.',
    importSubmit: 'Import',
    sending: 'Importing, {{share}}',
    notOne: 'This file is not an encrypted backup, or it is incomplete. Nothing was changed.',
    exportTitle: 'Export the backup of {{when}}, encrypted',
    exportText:
      'Choose a passphrase and store it separately from the file. Muster does not store it: without it nobody can open the file.',
    passphrase: 'Passphrase',
    again: 'Repeat the passphrase',
    rule: 'At least 12 characters; several words are easiest to remember',
    tooShort: 'Too short: enter at least 12 characters',
    differs: 'The passphrases do not match',
    notSealed:
      'This backup cannot be exported: it is damaged, or from another station whose keys are not here. Choose another one.',
    exportSubmit: 'Export',
    openTitle: 'Open the encrypted backup of {{when}}',
    openText: 'It becomes a backup here, which you can inspect before you restore it.',
    openSubmit: 'Open',
    wrong:
      'The passphrase is wrong, or the file is changed or incomplete. Type the passphrase again, or import the file again.',
  },
  copied: {
    moved: 'Keep this name',
    rename: 'It is a copy…',
    title: 'Name this station',
    text: 'The other station keeps its name. Both sync as separate stations; headsets that are in both have to be un-enrolled at one of them.',
    name: 'Name of this station',
    submit: 'Rename',
  },
  computer: {
    title: 'Muster {{version}}',
    sub: 'On this computer since {{when}}.',
    subReading: 'Loading information about this computer.',
    warning: {
      STORE_DAMAGED:
        'A check found damage in the data of this station. The station keeps working, so finish the lesson first. Then restore a backup, or quit Muster and start it again: it keeps the damaged data and offers the newest good backup. Once nobody has used the station for ten minutes, it stops automatically.',
      DISK_LOW: 'The disk is nearly full. Free some space before content no longer fits.',
      DISK_FULL:
        'The disk is full. Uploads and backups are refused until you free some space; everything else works.',
      BACKUP_FAILED: 'The last backup failed.',
      CLOCK_SET_FORWARD:
        'The clock of this computer jumped forward. Check the date and time; no old data is deleted for three days.',
      CLOCK_SET_BACK:
        'The clock of this computer was set back. Check the date and time; no old data is deleted for three days.',
      WRITES_LOST:
        'The database log was damaged in the last crash: the last changes before it may be missing. Check the headsets you worked on last. A copy of the log is in the data folder.',
      FOLDER_COPIED:
        'The data folder of this station was moved or copied. If another station runs with a copy of it, both manage the same headsets: rename one of them, and un-enrol there the headsets that stay with the other one.',
    },
    goBackups: 'Go to Backups',
    goContent: 'Free space in Content',
    storage: 'Storage',
    disk: 'Disk',
    diskText: '{{free}} free of {{total}}',
    store: 'Station data',
    contents: 'Content',
    backupsOf_one: '{{count, number}} backup',
    backupsOf_other: '{{count, number}} backups',
    software: 'Software',
    version: 'Version',
    system: 'System',
    runtime: 'Runtime',
    node: 'Node {{version}}',
    electron: 'Electron {{electron}}, Node {{version}}',
    memory: 'Memory in use',
    uptime: 'Running since',
    station: 'Station ID',
    appearance: 'Language and colours',
    language: 'Language',
    languages: { en: 'English', fr: 'Français' },
    theme: 'Colours',
    themes: { light: 'Light', dark: 'Dark', auto: 'Match system' },
    support: 'Support',
    supportText:
      'A file for remote support: versions, sizes, warnings and the latest log lines. Passwords, tokens, keys and Wi-Fi network names are removed from it.',
    bundle: 'Save the support bundle',
    licences: 'Licences',
    licencesText:
      'Muster is free software under the MIT licence. It is built with other packages, each under its own licence.',
    showLicences: 'Show all licences',
    licencesMissing: 'The list of licences could not be loaded.',
    licencesOf_one: '{{count, number}} package',
    licencesOf_other: '{{count, number}} packages',
  },
  program: {
    text: 'The station keeps running when you close this window. Start Muster again to open another one.',
    quit: 'Quit Muster',
    ask: 'Quit Muster?',
    consequence:
      'Headsets keep their settings, but cannot enrol, download or report until you start Muster again. Downloads in progress resume then.',
    over: 'Muster has quit. You can close this window.',
    back: 'If a new version does not start within 30 seconds, this one starts again with the data from before.',
    package:
      'Muster was installed as a Debian package. To update it, run “sudo apt install ./muster_….deb” with the new package, then start Muster again.',
  },
  desktop: {
    title: 'Desktop app',
    absent:
      'You are using Muster in a browser. Updates, startup at login and the keychain need the desktop app.',
    login: 'Start Muster when I log in',
    key: {
      system: 'The key of the station is stored in the keychain of the current user.',
      weak: 'This system has no secure keychain: the key of the station is stored in a file that only your user can read. Anyone with access to this disk can read it. Encrypt the disk, or set up a keychain.',
      file: 'This system has no keychain: the key of the station is stored in a file that only your user can read. Anyone with access to this disk can read it. Encrypt the disk.',
    },
    updates: 'Check for updates',
    updatesText:
      'Off by default. Only signed versions are installed, and never while headsets enrol, download or sync.',
    feed: 'Update source',
    feedText:
      'An https URL, or a folder on this computer, its network or a USB stick for sites without internet.',
    save: 'Save',
    check: 'Check now',
    install: 'Restart with {{version}}',
    back: 'To go back to the previous version, install it and restore the backup made before the update.',
    state: {
      unavailable: 'This copy of Muster cannot update itself. Install new versions by hand.',
      off: 'Updates are off.',
      current: 'This is the newest version.',
      looking: 'Checking…',
      downloading: 'Downloading {{version}}…',
      ready: '{{version}} is ready to install.',
      waiting:
        '{{version}} is available. It is downloaded when no headset is enrolling or downloading and no sync is running.',
      installing: 'Restarting with {{version}}…',
      failed: 'The update failed.',
    },
    busy: 'Headsets are enrolling or downloading, or a sync is running. You can install the update afterwards.',
    problem: {
      FEED_INVALID:
        'Updates are off until you enter an update source: an https URL or the full path of a folder.',
      FEED_UNREACHABLE:
        'The update source could not be read. Check the URL, or whether the folder is connected.',
      DOWNLOAD_FAILED: 'The download of {{version}} failed. Check again; nothing was changed.',
      SIGNATURE_WRONG: '{{version}} is not signed by the publisher of Muster. It was not downloaded.',
      LIST_EXPIRED:
        'The list of versions is too old to be trusted. Check the date of this computer, or put a newer release in the folder.',
      INSTALL_FAILED:
        '{{version}} could not be installed; this version keeps running. Install the new version by hand.',
      VERSION_OLDER: 'The update source has {{version}}, which is older than this version.',
      TARGET_WRONG:
        'The update source has no version for this system. Download the archive and the list of releases for this system.',
      ARCHIVE_DAMAGED:
        'The archive of {{version}} is damaged or incomplete. Download or copy it again, then check again; nothing was changed.',
      DISK_FULL: 'The disk is full. Free some space for {{version}}, then check again; nothing was changed.',
      FOLDER_READONLY:
        'The folder of Muster cannot be written, so {{version}} was not installed. Copy the folder to a disk of this computer, and start Muster there.',
      NOT_READY: '{{version}} did not start, so this version runs again, with the data from before.',
    },
  },
};
