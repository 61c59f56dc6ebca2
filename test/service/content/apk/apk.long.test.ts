// Runs the same tests with the full number of cases.
import './apk.test.ts';
