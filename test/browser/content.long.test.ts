// Runs the same tests with the full number of cases.
import './content.test.ts';
