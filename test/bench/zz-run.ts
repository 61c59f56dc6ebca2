import { sync } from './zz-sync.ts';
console.log(JSON.stringify(await sync(), null, 1));
process.exit(0);
