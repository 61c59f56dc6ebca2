import { configureDevice } from '../../../../shared/contract/configuration/configure.ts';
import { getDevice } from '../../../../shared/contract/devices/devices.ts';
import { listEvents } from '../../../../shared/contract/devices/events.ts';
import { updateDevice } from '../../../../shared/contract/enrolment/heartbeat.ts';
import type { TestStation } from '../../../support/a-station.ts';

export const APP = {
  id: 'app-1',
  packageName: 'com.example.app',
  codeVersion: 7,
  url: 'https://content.example/app-7.apk',
};
export const VIDEO = { id: 'video-1', title: 'Lesson', url: 'https://content.example/lesson.mp4' };
export const FILE = { name: 'map.pdf', url: 'https://content.example/map.pdf' };

/** A device of `station` whose contents are tested; enrolled, so that its headset can report. */
export async function aDevice(station: TestStation, settings: object = {}, token = station.token) {
  const headset = await station.enrolled();
  const params = { deviceId: headset.id };
  const read = async () => (await station.call(getDevice, { params, token })).body;
  const configure = (body: object) => station.call(configureDevice, { params, body, token });
  if (Object.keys(settings).length > 0) await configure(settings);
  return {
    ...headset,
    read,
    configure,
    settings: async () => (await read()).settings,
    /** Status of the deployment of each entry, applications first. */
    statuses: async () => {
      const { applications = [], videos = [], files = [] } = (await read()).settings;
      return [...applications, ...videos, ...files].map(({ deployment }) => deployment?.status);
    },
    reports: (body: object) => station.call(updateDevice, { params, body, token: headset.token }),
    events: async (type: string) => {
      const { body } = await station.call(listEvents, { params, query: { type }, token });
      return body.items.map(({ payload }) => payload);
    },
  };
}
