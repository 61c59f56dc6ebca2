// Runs the same tests with the full number of cases.
import './slow-disk.test.ts';
