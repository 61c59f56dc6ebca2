export { useActionLabels } from './board/class-labels.ts';
