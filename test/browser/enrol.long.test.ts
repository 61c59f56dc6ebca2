// The same tests with their whole number.
import './enrol.test.ts';
