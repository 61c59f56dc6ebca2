export { useActionLabels } from './state/class-labels.ts';
