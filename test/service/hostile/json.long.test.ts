// The same tests with their whole number.
import './json.test.ts';
