// Runs the same test with the full number of cases.
import './idle-streams.test.ts';
