export { useRoomWords } from './assign/room-words.ts';
