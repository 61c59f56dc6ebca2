import type { ApkFinding } from '../../../../shared/contract/content/library.ts';

/** The file is not an APK that this station can read. */
export class ApkFault extends Error {
  override readonly name = 'ApkFault';
  readonly finding: ApkFinding;

  constructor(finding: ApkFinding, message: string) {
    super(message);
    this.finding = finding;
  }
}
