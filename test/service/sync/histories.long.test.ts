// The same tests with their whole number.
import './histories.test.ts';
