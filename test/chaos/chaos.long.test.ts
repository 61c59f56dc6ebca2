// Runs the same rounds with the full number.
import './chaos.test.ts';
