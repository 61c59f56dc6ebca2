// Runs the same tests with the full number of cases.
import './fleet-work.test.ts';
