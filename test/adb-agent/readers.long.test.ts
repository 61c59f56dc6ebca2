// Runs the same tests with the full number of cases.
import './readers.test.ts';
