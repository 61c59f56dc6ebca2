// The same tests with their whole number.
import './split.test.ts';
