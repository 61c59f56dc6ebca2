// Runs the same tests with the full number of cases.
import './odd-fields.test.ts';
