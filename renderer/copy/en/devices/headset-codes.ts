/** Texts for the codes that headsets report: failed downloads, removals, refused commands. */
export const headsetCodes = {
  code: {
    NOT_ENOUGH_STORAGE: 'Not enough space. Remove an app or a video first.',
    CONNECTION_LOST: 'The connection was lost. Check the Wi-Fi where the headset is, then try again.',
    BAD_ADDRESS: 'Its URL cannot be downloaded from. Correct the URL, then try again.',
    STATION_KEY_CHANGED: 'The key of the station is not the one this headset knows. Pair the headset again.',
    HASH_MISMATCH:
      'The download was damaged more than once and was discarded. Add the file to Content again.',
    LENGTH_MISMATCH: 'The download was incomplete and was discarded. Add the file to Content again.',
    FILE_GONE: 'The file no longer exists at its URL. Add it to Content again.',
    NOT_ALLOWED:
      'The headset is not allowed to download from this URL. Correct the URL or its access rights.',
    ADDRESS_TROUBLE: 'The server at its URL answered with an error. Check the server, then try again.',
    NEWER_THERE: 'A newer version is installed, and Android does not downgrade. Remove the app first.',
    OTHER_SIGNATURE: 'The installed app is signed by another publisher. Remove it first.',
    SYSTEM_TOO_OLD: 'The system of the headset is too old for this app. Update the headset.',
    NOT_AN_APP: 'The file is not an app that can be installed. Add it to Content again.',
    UNASSIGNED: 'No longer assigned.',
    REPLACED: 'Replaced by another version.',
    EXPIRED: 'Expired.',
    UNENROLLED: 'The headset left the fleet.',
    REMOVED_BY_HAND: 'Removed by hand on the headset.',
    UNKNOWN_COMMAND: 'Its agent does not know this command.',
    INVALID_MESSAGE: 'Its agent did not understand the payload of the command.',
    NOT_INSTALLED: 'The app is not installed on the headset.',
    KIOSK_MODE: 'Blocked by kiosk mode.',
    NOT_RUNNING: 'The app was not running.',
    SCREENSHARING_DISABLED: 'Screen sharing is switched off in its settings.',
  },
};
