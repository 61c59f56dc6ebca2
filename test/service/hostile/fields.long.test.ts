// The same tests with their whole number.
import './fields.test.ts';
