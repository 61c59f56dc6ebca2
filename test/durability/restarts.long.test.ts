// Runs the same tests with the full number of cases.
import './restarts.test.ts';
