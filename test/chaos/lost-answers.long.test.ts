// Plays every case of the table.
import './lost-answers.test.ts';
