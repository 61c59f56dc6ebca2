// The same tests with their whole number.
import './failures.test.ts';
