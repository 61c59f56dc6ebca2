import type { Brand } from '../../shared/contract/devices/reported.ts';

/**
 * Outputs of one model. `listed` is its line of `adb devices -l`. Certainty as in docs/headsets.md: B, several public
 * programs state it; C, one public text does. `isCaptured`: somebody published the line as it came from a headset, here
 * with another serial number. Otherwise it is composed from what `source` states about the model, in Android's own form.
 * None was tried on a headset by us.
 */
export type ModelOutputs = Readonly<{
  model: string;
  brand: Brand;
  listed: string;
  isCaptured: boolean;
  properties: string;
  foreground: string;
  source: string;
  certainty: 'B' | 'C';
}>;

/** Android 12 and later, and older systems. Source: Android, ActivityTaskManagerService and RootWindowContainer. */
const NEW = '    topResumedActivity=ActivityRecord{77b3dc7 u0 org.example.volcano/.Main t90}\n';
const OLD = '    mResumedActivity: ActivityRecord{2baae81 u0 org.example.volcano/.Main t24}\n';

/** The properties of a model: its manufacturer, model and device, and the release of Android. */
function properties([maker, model, device, release]: readonly string[], more = ''): string {
  return `[ro.build.version.release]: [${release}]\n[ro.product.device]: [${device}]\n[ro.product.manufacturer]: [${maker}]\n[ro.product.model]: [${model}]\n${more}`;
}
const pico = (name: string): string => `[pxr.vendorhw.product.model]: [${name}]\n`;

const DEVICES = 'Oculus device names: ALVR, alvr/system_info; serial number replaced';

/** The models of the capability table. */
export const MODELS: readonly ModelOutputs[] = [
  {
    model: 'Meta Quest 2',
    brand: 'meta',
    listed:
      '1WMHH000000001         device usb:34603008X product:hollywood model:Quest_2 device:hollywood transport_id:9',
    isCaptured: true,
    properties: properties(
      ['Oculus', 'Quest 2', 'hollywood', '12'],
      '[ro.build.version.incremental]: [50686620050300150]\n',
    ),
    foreground: NEW,
    source: `${DEVICES}; release and incremental: README of Lumince/singularity`,
    certainty: 'B',
  },
  {
    model: 'Meta Quest 3',
    brand: 'meta',
    listed: '2G0YC000000001         device usb:1-1 product:eureka model:Quest_3 device:eureka transport_id:1',
    isCaptured: true,
    properties: properties(
      ['Oculus', 'Quest 3', 'eureka', '14'],
      '[ro.build.version.incremental]: [52168470043600520]\n',
    ),
    foreground: NEW,
    source: `${DEVICES}; release and incremental: a public README for the Quest 3`,
    certainty: 'B',
  },
  {
    model: 'Meta Quest 3S',
    brand: 'meta',
    listed:
      '340YC000000001         device usb:1-4.2 product:panther model:Quest_3S device:panther transport_id:1',
    isCaptured: true,
    properties: properties(['Oculus', 'Quest 3S', 'panther', '14']),
    foreground: NEW,
    source: DEVICES,
    certainty: 'B',
  },
  {
    model: 'Meta Quest 3S',
    brand: 'meta',
    listed: '340YC000000002         device usb:1-4.3 product:onca model:Quest_3S device:onca transport_id:2',
    isCaptured: false,
    properties: properties(['Oculus', 'Quest 3S', 'onca', '14']),
    foreground: NEW,
    source: 'The second device name: ManageXR/mxr-unity-sdk, pull request 211',
    certainty: 'C',
  },
  {
    model: 'Meta Quest Pro',
    brand: 'meta',
    listed:
      '230YC000000001         device usb:6-3.1 product:seacliff model:Quest_Pro device:seacliff transport_id:4',
    isCaptured: true,
    properties: properties(['Oculus', 'Quest Pro', 'seacliff', '12']),
    foreground: NEW,
    source: DEVICES,
    certainty: 'B',
  },
  {
    model: 'PICO 4',
    brand: 'pico',
    listed:
      'PA8150MG00000001G      device usb:34603008X product:Phoenix_ovs model:A8110 device:PICOA8110 transport_id:7',
    isCaptured: true,
    properties: properties(['Pico', 'A8110', 'PICOA8110', '10'], pico('PICO 4')),
    foreground: OLD,
    source: 'Names: WiVRn, client/hardware.cpp, and ALVR, alvr/system_info; serial number replaced',
    certainty: 'B',
  },
  {
    model: 'PICO 4 Enterprise',
    brand: 'pico',
    listed:
      'PA8E50MG00000001G      device usb:1-2 product:Phoenix_ovs model:A8E50 device:PICOA8110 transport_id:3',
    isCaptured: false,
    properties: properties(['Pico', 'A8E50', 'PICOA8110', '10'], pico('PICO 4 Enterprise')),
    foreground: OLD,
    source: 'Codes: ALVR, pull request 2676; name: WiVRn, client/hardware.cpp',
    certainty: 'C',
  },
  {
    model: 'PICO 4 Ultra',
    brand: 'pico',
    listed: 'PA9210MG00000001G      device usb:1-3 product:sparrow model:A9210 device:sparrow transport_id:4',
    isCaptured: false,
    properties: properties(['Pico', 'A9210', 'sparrow', '14'], pico('PICO 4 Ultra')),
    foreground: NEW,
    source: 'Codes: ALVR, alvr/system_info; name: WiVRn, client/hardware.cpp',
    certainty: 'B',
  },
  {
    model: 'Pico Neo 3',
    brand: 'pico',
    listed:
      'PA7L50MG00000001W      device usb:34873344X product:A7H10 model:Pico_Neo_3 device:PICOA7H10 transport_id:2',
    isCaptured: true,
    properties: properties(['Pico', 'Pico Neo 3', 'PICOA7H10', '10'], pico('Unknown')),
    foreground: OLD,
    source:
      'Name: WiVRn and ALVR; “Unknown” in its place is stated by one public program; serial number replaced',
    certainty: 'C',
  },
  {
    model: 'HTC VIVE Focus 3',
    brand: 'htc',
    listed:
      'FA000000000001         device usb:1-5 product:kona model:VIVE_Focus_3 device:kona transport_id:5',
    isCaptured: false,
    properties: properties(['HTC', 'VIVE Focus 3', 'kona', '10']),
    foreground: OLD,
    source: 'Name: WiVRn, ALVR, ManageXR/mxr-unity-sdk; the device name is that of its processor’s board',
    certainty: 'B',
  },
  {
    model: 'HTC VIVE XR Elite',
    brand: 'htc',
    listed:
      'FA000000000002         device usb:1-6 product:kona model:VIVE_XR_Series device:kona transport_id:6',
    isCaptured: false,
    properties: properties(['HTC', 'VIVE XR Series', 'kona', '12']),
    foreground: NEW,
    source: 'Name: WiVRn, ALVR, ManageXR/mxr-unity-sdk',
    certainty: 'B',
  },
  {
    model: 'HTC VIVE Focus Vision',
    brand: 'htc',
    listed: 'FA000000000003         device product:kona model:VIVE_Focus_Vision device:kona transport_id:3',
    isCaptured: false,
    properties: properties(['HTC', 'VIVE Focus Vision', 'kona', '12']),
    foreground: NEW,
    source: 'Name: WiVRn, ALVR; line: the test of one public program',
    certainty: 'B',
  },
  {
    model: 'samsung SM-G950F',
    brand: 'generic',
    listed:
      'ce03000000000001       device usb:1048576X product:dreamltexx model:SM_G950F device:dreamlte transport_id:4',
    isCaptured: true,
    properties: properties(['samsung', 'SM-G950F', 'dreamlte', '7.0']),
    foreground: OLD,
    source: 'A phone of 2017, in place of any other Android; serial number replaced',
    certainty: 'C',
  },
];
