/** Texts of pairing with headsets by the code of wireless debugging. */
export const wireless = {
  note: 'No cable at hand? A headset with wireless debugging (Android 11 or newer) can be paired by the code that it shows.',
  open: 'Pair by code…',
  title: 'Pair by code',
  how: 'On the headset open Developer options, Wireless debugging, Pair device with pairing code. Leave it open while you type.',
  which: 'Headset',
  none: 'No headset shows a code on this network yet. It appears here within seconds; if it does not, enter the address that it shows.',
  off: 'This station looks for no headset on the network (ADB_MDNS=0). Enter the address that the headset shows.',
  other: 'Another address',
  address: 'Address and port',
  addressText: 'Shown below the code, for example 192.168.1.20:37001.',
  code: 'Pairing code',
  codeText: 'Six digits. The code is neither stored nor logged.',
  pair: 'Pair',
  needAddress: 'Enter the address with its port, as the headset shows it.',
  needCode: 'Enter the six digits that the headset shows.',
  connectAddress: 'Address and port of the headset',
  connectText:
    'Shown on its page Wireless debugging, under IP address & Port. The port is not the one of the code.',
  connect: 'Connect',
  toolWords: 'Response of adb',
  noAdb: 'adb does not run on this computer. By cable shows how to install it.',
  cannotPair: 'The adb on this computer cannot pair',
  cannotPairText:
    'Pairing needs Android SDK Platform-Tools 30 or newer; this computer has an older adb. Install a newer one, end the running one (adb kill-server), then open this dialog again. Until then, plug each headset in once: the station then manages it over Wi-Fi.',
  cannotPairVersion:
    'Pairing needs Android SDK Platform-Tools 30 or newer; this computer has adb {{version}}. Install a newer one, end the running one (adb kill-server), then open this dialog again. Until then, plug each headset in once: the station then manages it over Wi-Fi.',
  outcome: {
    connected:
      '{{name}} is connected. If it is not enrolled yet, it is now listed like one at a cable: press Start.',
    paired:
      '{{name}} is paired, but announces no address to connect to. Leave Wireless debugging on and enter its address.',
    wrongCode:
      'The headset did not accept the code: it was wrong, or no longer shown. Each code works once: open Pair device with pairing code again, and type the new one.',
    notPaired: 'The headset does not accept this computer. Pair it by code first.',
    unreachable:
      'Nothing answers there. The code is no longer shown, the port has changed, or this computer is on another Wi-Fi: open Pair device with pairing code again, and check the network.',
    timeout:
      'The headset did not answer in time. Wake it, check that it is on the same Wi-Fi, and try again with a new code.',
    cannotPair: 'The adb on this computer cannot pair. Install Android SDK Platform-Tools 30 or newer.',
    noAdb: 'adb does not run on this computer. By cable shows how to install it.',
    failed: 'adb could not pair. Open Pair device with pairing code again, and try with the new code.',
  },
  unnamed: 'The headset',
};
