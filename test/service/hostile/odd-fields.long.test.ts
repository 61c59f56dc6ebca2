// The same tests with their whole number.
import './odd-fields.test.ts';
