// The operations of this module by their names, which are also their operation ids in the OpenAPI document.
export { listHeadsetsBehind } from './statistics-behind.ts';
export { getFleetStatistics, getAppStatistics, getHealthStatistics } from './statistics-now.ts';
export { getConnectivity, getActivity } from './statistics.ts';
