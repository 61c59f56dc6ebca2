// Runs the same tests with the full number of cases.
import './headset.test.ts';
