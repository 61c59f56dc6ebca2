import type { ApkFinding } from '../../../../shared/contract/content/library.ts';

/** The file is no APK that this station reads. */
export class ApkFault extends Error {
  override readonly name = 'ApkFault';
  readonly finding: ApkFinding;

  constructor(finding: ApkFinding, message: string) {
    super(message);
    this.finding = finding;
  }
}
