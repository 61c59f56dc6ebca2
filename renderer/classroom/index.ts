export { useActionWords } from './board/class-words.ts';
