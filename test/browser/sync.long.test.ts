// The same tests with their whole number.
import './sync.test.ts';
