// The same tests with their whole number.
import './fleet.test.ts';
