// Runs the same tests with the full number of cases.
import './enrol.test.ts';
