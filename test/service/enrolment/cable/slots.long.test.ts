// The same tests with their whole number.
import './slots.test.ts';
