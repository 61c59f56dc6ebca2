// Runs the same rounds with the full number.
import './pair.test.ts';
