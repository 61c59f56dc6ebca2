// The same tests with their whole number.
import './queries.test.ts';
