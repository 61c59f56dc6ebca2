// The same tests with their whole number.
import './statistics.test.ts';
