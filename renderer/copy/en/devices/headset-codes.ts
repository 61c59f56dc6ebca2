/** Texts for the codes that headsets report: failed downloads, removals, refused commands. */
export const headsetCodes = {
  replacedNetwork: {
    text: 'The Wi-Fi network “{{old}}” stays until this headset was seen on {{next}}. If it never comes there, check name and password of the new network. Without the old network it may be lost.',
    remove: 'Remove old network',
  },
  code: {
    BATTERY_LOW:
      'Battery too low to install. Put it on the charger: the installation is then repeated automatically.',
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
    OTHER_BUILD: 'The app is built for other headsets. Use the version for this model.',
    MISSING_LIBRARY:
      'The app needs something that this headset does not have. Use the version for this model.',
    CONFLICTING_APP: 'Another app on the headset conflicts with it. Remove that app first.',
    INSTALL_BLOCKED:
      'The headset blocks the installation. Allow it in its settings or in the headset, then try again.',
    TEST_BUILD: 'This is a test build, which headsets do not install. Use a release build.',
    INSTALL_FAILED: 'The headset did not install the app. Try again; if it fails again, restart the headset.',
    NOT_SUPPORTED_OVER_ADB: 'Not supported over adb: it needs an agent on the headset.',
    NOT_CONNECTED: 'The station has no adb connection to the headset. Plug it in, or check its Wi-Fi.',
    NOT_ANSWERING: 'The headset does not answer. Put it on or restart it, then try again.',
    COMMAND_FAILED: 'The headset refused the command.',
    NO_ACTIVITY: 'The app cannot be started: it has no start screen.',
    START_REFUSED: 'The headset refused to start the app.',
    NOT_IN_FOREGROUND:
      'The app did not come to the front. Put the headset on and press a button of a controller, then try again.',
    NOT_APPLIED: 'The headset accepted the value and did not keep it.',
    OTHER_PACKAGE: 'The file contains another app than announced. Correct the package name in its settings.',
    INVALID_CONTENT: 'The app has no valid package name. Correct it where it is assigned.',
    PATH_NOT_ALLOWED:
      'Files can only be placed in the shared storage of the headset. Choose a folder in /sdcard.',
  },
};
