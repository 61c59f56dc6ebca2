export { applicationEntry, readParts } from './assign/assign.ts';
export { useRoomWords } from './assign/room-words.ts';
export { DropZone } from './uploads/drop-zone.tsx';
export { UploadRows } from './uploads/upload-rows.tsx';
export { addUploads, useUploads } from './uploads/uploads.ts';
