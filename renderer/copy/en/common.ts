/** Texts that several screens use. */
export const common = {
  close: 'Close',
  cancel: 'Cancel',
  clear: 'Clear',
  undo: 'Undo',
  more: 'Show more',
  notKnown: 'Unknown',
  none: 'None',
  unnamed: 'Unnamed',
  loading: 'Loading',
  counted: {
    headsets_one: '{{count, number}} headset',
    headsets_other: '{{count, number}} headsets',
    slots_one: '{{count, number}} empty slot',
    slots_other: '{{count, number}} empty slots',
  },
  state: {
    archived: 'Archived',
    waiting: 'Waiting for code',
    failed: 'Failed',
    offline: 'Offline',
    enrolled: 'Enrolled',
    applying: 'Applying',
    queued: 'Change queued',
    attention: 'Needs attention',
    drifted: 'Drifted',
    lowBattery: 'Low battery',
    inUse: 'In use',
    ready: 'Ready',
  },
  /** The detail of a headset's state, as short as a tile. */
  says: {
    failed: 'Download failed',
    profile: 'Profile not applied',
    awaited: 'Waiting for content',
    offline: 'Last seen {{when}}',
    offlineDay: 'Last seen {{when}}',
    offlineNever: 'Never seen',
    plugIn: 'Plug in once',
    unauthorized: 'Allow debugging',
    reset: 'Was reset',
    elsewhere: 'Managed by {{station}}',
    closed: 'Plug in',
    asleep: 'Wake it up',
    silent: 'Does not answer',
    unwritable: 'Refuses files',
    blocked: 'Blocked by the Wi-Fi',
    loading: 'Downloading {{percent}}',
    applying: 'Applying settings',
    attention: 'Storage {{percent}} full',
    lowBattery: 'Charge now',
    inUse: 'In use',
  },
  /** The event and the next step, for one headset. */
  step: {
    archived: 'This record is archived and kept for its history.',
    waiting: 'No headset is in this slot yet. Get a code under Enrol and type it on the headset.',
    failedUnnamed: 'A download failed on this headset. Check its storage and its Wi-Fi, then try again.',
    failed:
      '{{file}} could not be installed on this headset. Check its storage and its Wi-Fi, then try again.',
    offline: 'Not connected, last seen {{when}}. Switch it on and check its Wi-Fi.',
    offlineDay: 'Not connected, last seen {{when}}. Switch it on and check its Wi-Fi.',
    offlineNever: 'It has never connected. Switch it on and check its Wi-Fi.',
    plugIn:
      'It is on the network but no longer accepts adb there, as after a restart. Plug it in once with a cable, or turn on wireless debugging if it was paired by code; the station does the rest.',
    unauthorized:
      'It no longer allows this computer. Plug it in, put it on, and allow USB debugging, always from this computer; or pair it by code again.',
    reset:
      'It was reset to its factory state, so for Muster it is a new headset. Un-enrol this record, then plug it in again under Enrol, By cable.',
    elsewhere:
      'The station on {{station}} manages it. Un-enrol it there, or take it over from here if that station is gone.',
    closed: 'adb over Wi-Fi is closed on it, so it is managed only by cable. Plug it in.',
    asleep:
      'It fell asleep and does not answer over Wi-Fi. Press its power button; if it stays silent, plug it in.',
    silent: 'It is connected but does not answer. Press its power button; if that does not help, restart it.',
    unwritable:
      'It accepts no file in /data/local/tmp, so the station cannot manage it. Free up space on it and restart it; if that does not help, reset it.',
    blocked:
      'The network does not let this computer reach it. Switch off client isolation in the access point and use the same Wi-Fi, or plug it in.',
    enrolled: 'It has enrolled but has not reported back yet. Leave it switched on.',
    profile: 'The profile of its slot could not be applied. Enrol shows why and lets you try again.',
    awaited: 'It has not reported {{file}} yet. It is ready when the headset confirms it.',
    loading: 'Downloading {{file}}, {{percent}}. It is ready when the headset confirms it.',
    applying: 'Sending settings. It is ready when the headset confirms them.',
    queued: 'A rollout has a change for it that was not sent yet. It is ready when the headset confirms it.',
    attention:
      'Its storage is {{percent}} full, so the next installation may fail. Remove an app or a video.',
    drifted: 'Its settings differ from the assigned ones.',
    lowBattery: '{{percent}} left. Put it on the charger.',
    inUse: 'Somebody is wearing it; {{app}} is open.',
    ready: 'The headset has confirmed everything assigned to it.',
    readyEmpty: 'The headset has reported. Nothing is assigned to it yet.',
  },
  /** How a headset is connected that the station manages over adb. */
  adb: {
    usb: 'By cable',
    wifi: 'Over Wi-Fi',
    none: 'Not connected',
    plugIn: 'Plug in once',
    unauthorized: 'Not allowed',
    reset: 'Was reset',
    elsewhere: 'By another station',
    asleep: 'Asleep',
    silent: 'No answer',
    unwritable: 'Refuses files',
  },
  adbElsewhere: {
    text_one:
      'The station on {{stations}} manages {{count, number}} of these headsets. Un-enrol it there, or take it over if that station is gone.',
    text_other:
      'The station on {{stations}} manages {{count, number}} of these headsets. Un-enrol them there, or take them over if that station is gone.',
    reclaim: 'Take over',
  },
  adbWifi: {
    open_one:
      '{{count, number}} headset accepts adb over Wi-Fi (port 5555, or wireless debugging): whoever has a key that it allows can control it from this network.',
    open_other:
      '{{count, number}} headsets accept adb over Wi-Fi (port 5555, or wireless debugging): whoever has a key that they allow can control them from this network.',
    closing_one: '{{count, number}} headset closes it as soon as it is connected.',
    closing_other: '{{count, number}} headsets close it as soon as they are connected.',
    toPlugIn_one: '{{count, number}} headset has restarted, and accepts it again once it was plugged in.',
    toPlugIn_other:
      '{{count, number}} headsets have restarted, and accept it again once they were plugged in.',
    blocked_one:
      'The network does not let this computer reach {{count, number}} headset. Switch off client isolation in the access point and use the same Wi-Fi, or keep it plugged in.',
    blocked_other:
      'The network does not let this computer reach {{count, number}} headsets. Switch off client isolation in the access point and use the same Wi-Fi, or keep them plugged in.',
    closed_one: 'adb over Wi-Fi is closed on {{count, number}} headset: it is managed only by cable.',
    closed_other: 'adb over Wi-Fi is closed on {{count, number}} headsets: they are managed only by cable.',
    doClose: 'Close adb over Wi-Fi',
    doOpen: 'Manage over Wi-Fi again',
  },
  ago: '{{duration}} ago',
  /** Why a control cannot be pressed now. */
  why: {
    first: 'Already the first.',
    last: 'Already the last.',
    nothing: 'There is nothing here yet.',
    noneChosen: 'Select at least one.',
    noHeadsets: 'No headset can get it.',
    notConnected: 'The headset is not connected.',
    running: 'Still running.',
    unchanged: 'Nothing was changed.',
  },
  /** What a submit button still needs, beside the field. */
  need: {
    name: 'Enter a name.',
    passcode: 'Enter the passcode.',
    url: 'Enter a URL.',
    text: 'Enter a text.',
    value: 'Enter a value.',
    file: 'Select a file.',
    app: 'Select an app.',
    command: 'Enter a command.',
    headset: 'Select a headset.',
    slot: 'Select a slot.',
    word: 'Type “{{word}}” to confirm.',
  },
  key: {
    enter: 'Enter',
    esc: 'Esc',
    space: 'Space',
    shift: 'Shift',
    ctrl: 'Ctrl',
    arrows: 'Arrows',
    home: 'Home',
    end: 'End',
    afterwards: 'then',
  },
};
