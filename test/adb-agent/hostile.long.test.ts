// Runs the same tests with the full number of cases.
import './hostile.test.ts';
