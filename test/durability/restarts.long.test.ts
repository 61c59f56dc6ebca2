// The same tests with their whole number.
import './restarts.test.ts';
