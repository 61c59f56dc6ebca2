// The same tests with their whole number.
import './apk.test.ts';
