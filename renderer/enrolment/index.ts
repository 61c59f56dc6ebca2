export { writeLabel } from './labels/label-text.ts';
export { QrCode } from './start/qr-code.tsx';
