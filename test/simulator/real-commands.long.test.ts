// Runs the same tests with the full number of cases.
import './real-commands.test.ts';
