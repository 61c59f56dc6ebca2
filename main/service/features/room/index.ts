export { type Brought, type Content, Room } from './room.ts';
