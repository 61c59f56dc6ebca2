// The same tests with their whole number.
import './kill.test.ts';
