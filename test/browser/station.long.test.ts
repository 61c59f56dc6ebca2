// The same tests with their whole number.
import './station.test.ts';
