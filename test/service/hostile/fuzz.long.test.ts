// The same tests with their whole number.
import './fuzz.test.ts';
