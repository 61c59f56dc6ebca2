// The same tests with their whole number.
import './fleet-work.test.ts';
