// The same rounds in their whole number.
import './chaos.test.ts';
