// Runs the same tests with those that take long.
import './practice.test.ts';
