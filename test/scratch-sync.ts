import { aPair, connect, syncNow } from './support/synced-station.ts';
import { getSync, listSyncRuns, runSync, setUpstream } from '../shared/contract/sync.ts';
import { configureDevice } from '../shared/contract/configure.ts';
const t0=performance.now(); const log=(...a:unknown[])=>console.log((performance.now()-t0).toFixed(0),...a);
const { central, station } = await aPair({logLevel:'error'});
log('up');
const [slot] = await central.slots(1);
log('slots');
const wall = await station.stream('/station/updates');
await wall.next('hello');
log('hello');
await station.call(setUpstream,{body:{url:central.url,token:central.token}});
log('set');
for (let i=0;i<16;i++){ await new Promise(r=>setTimeout(r,250)); log(JSON.stringify((await station.send('GET','/station/sync')).body).slice(0,200)); }
log(JSON.stringify(wall.events));
const params={deviceId:slot!.id};
await station.call(configureDevice, { params, body: { display: { brightness: 70 } } });
await station.call(runSync,{body:{}});
for (let i=0;i<16;i++){ await new Promise(r=>setTimeout(r,250)); log(JSON.stringify((await station.send('GET','/station/sync')).body).slice(0,200)); }
log(JSON.stringify(wall.events.slice(-5)));
log(JSON.stringify((await station.call(listSyncRuns)).body));
process.exit(0);
