// Runs the same tests with the full number of cases.
import './faults.test.ts';
