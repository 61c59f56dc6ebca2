export { checkIsolation, checkMdns, judgeStations } from './discovery-checks.ts';
export { judgeLinux } from './firewall.ts';
export { settle } from './found.ts';
export { checkAddresses, checkInterfaces, type Interfaces } from './interface-checks.ts';
export { judgeStationClock } from './internet.ts';
export { mountNetworkChecks } from './routes.ts';
