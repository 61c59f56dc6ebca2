/** What headsets say in codes, in words: why a download failed, why something was taken off, why a command was not obeyed. */
export const headsetCodes = {
  code: {
    NOT_ENOUGH_STORAGE: 'There is no room for it. Remove an app or a video first.',
    CONNECTION_LOST:
      'The connection broke off. Look at the Wi-Fi where the headset is, then assign it again.',
    BAD_ADDRESS: 'Its address cannot be fetched from. Correct the address, then assign it again.',
    STATION_KEY_CHANGED: 'The station showed another key than the headset knows. Pair the headset again.',
    HASH_MISMATCH:
      'What arrived was damaged more than once, and was thrown away. Add the file to Content again.',
    LENGTH_MISMATCH: 'What arrived was too short, and was thrown away. Add the file to Content again.',
    FILE_GONE: 'There is no such file at its address any more. Add it to Content again.',
    NOT_ALLOWED: 'The headset may not fetch from its address. Correct the address, or who may read it.',
    ADDRESS_TROUBLE: 'Its address answered with an error. Look there, then assign it again.',
    NEWER_THERE: 'The headset has a newer version, and takes no older one. Remove the app first.',
    OTHER_SIGNATURE: 'The app on the headset is signed by somebody else. Remove it first.',
    SYSTEM_TOO_OLD: 'The system of the headset is too old for this app. Update the headset.',
    NOT_AN_APP: 'The file is no app that can be installed. Add it to Content again.',
    UNASSIGNED: 'It is not assigned any more.',
    REPLACED: 'Another version took its place.',
    EXPIRED: 'Its time was over.',
    UNENROLLED: 'The headset left the fleet.',
    REMOVED_BY_HAND: 'Somebody took it off on the headset.',
    UNKNOWN_COMMAND: 'Its agent does not know this command.',
    INVALID_MESSAGE: 'Its agent did not understand what came with the command.',
    NOT_INSTALLED: 'The app is not on the headset.',
    KIOSK_MODE: 'Its kiosk does not allow it.',
    NOT_RUNNING: 'That app was not running.',
    SCREENSHARING_DISABLED: 'Showing its view is switched off in its settings.',
  },
};
