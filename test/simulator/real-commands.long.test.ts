// The same tests with their whole number.
import './real-commands.test.ts';
