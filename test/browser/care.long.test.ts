// The same tests with their whole number.
import './care.test.ts';
