// Runs the same tests with the full number of cases.
import './every-caller.test.ts';
