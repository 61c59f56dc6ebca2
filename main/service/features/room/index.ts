export { type Brought, Room } from './room.ts';
