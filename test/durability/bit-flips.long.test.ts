// Runs the same tests with the full number of cases.
import './bit-flips.test.ts';
