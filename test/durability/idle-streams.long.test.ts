// The same test with its whole number.
import './idle-streams.test.ts';
