// The same tests with their whole number.
import './accessibility.test.ts';
