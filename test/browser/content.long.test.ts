// The same tests with their whole number.
import './content.test.ts';
