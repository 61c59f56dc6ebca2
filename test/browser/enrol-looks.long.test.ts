// The same tests with their whole number.
import './enrol-looks.test.ts';
