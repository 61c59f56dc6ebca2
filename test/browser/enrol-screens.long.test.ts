// Runs the same tests with the full number of cases.
import './enrol-screens.test.ts';
