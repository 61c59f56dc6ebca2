// The same tests with their whole number.
import './class.test.ts';
