export { applicationEntry, readParts } from './assign/assign.ts';
export { useSpaceLabels } from './assign/space-labels.ts';
export { DropZone } from './uploads/drop-zone.tsx';
export { UploadRows } from './uploads/upload-rows.tsx';
export { addUploads, useUploads } from './uploads/uploads.ts';
