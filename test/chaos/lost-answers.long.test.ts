// Plays two cases of each part of the table; with MUSTER_TABLE=whole every case.
import './lost-answers.test.ts';
