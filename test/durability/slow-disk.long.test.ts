// The same tests with their whole number.
import './slow-disk.test.ts';
