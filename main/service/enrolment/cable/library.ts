import type { ReadStream } from 'node:fs';

import type { CableRecipe } from '../../../../shared/contract/enrolment/cable-recipe.ts';
import type { LibraryEntry, LibraryFiles, LibraryStore } from '../../content/index.ts';
import { Failure } from '../../kernel/failure.ts';
import { signerOf } from '../../../zip/apk-signer.ts';
import { Zip } from '../../../zip/zip.ts';

/** A library item that is copied over the cable. */
export type CableContent = Pick<LibraryEntry, 'sha256' | 'name' | 'sizeBytes' | 'apk'>;

/** The agent of a recipe. */
export type AgentContent = CableContent & { readonly apk: NonNullable<CableContent['apk']> };

/** Everything in the library that a recipe names. */
export type RecipeContents = {
  /** Null: none is installed, this station manages the headsets over adb. */
  readonly agent: AgentContent | null;
  readonly contents: readonly CableContent[];
};

/** Path of the library's files. */
export type LibraryParts = { readonly store: LibraryStore; readonly files: LibraryFiles };

/** The part of the content library that the cable uses. */
export class CableLibrary {
  readonly #library: LibraryParts;

  constructor(library: LibraryParts) {
    this.#library = library;
  }

  read(sha256: string): ReadStream {
    return this.#library.files.read(sha256);
  }

  pathOf(sha256: string): string {
    return this.#library.files.pathOf(sha256);
  }

  /** Returns what a recipe names; a Failure if part of it is not in the library, or the agent is not an app. */
  contentsOf(enterpriseId: string, recipe: CableRecipe): RecipeContents | Failure<'NOT_FOUND'> {
    const agent = recipe.agent === null ? null : this.#library.store.find(enterpriseId, recipe.agent.sha256);
    if (agent === undefined || agent?.apk === null) {
      return new Failure('NOT_FOUND', 'The agent of the recipe is not in the library, or is no application.');
    }
    const contents = recipe.contents.map((sha256) => this.#library.store.find(enterpriseId, sha256));
    if (!contents.every((content) => content !== undefined)) {
      return new Failure('NOT_FOUND', 'A content of the recipe is not in the library any more.');
    }
    return { agent: agent === null ? null : { ...agent, apk: agent.apk }, contents };
  }

  /** Returns the signer of an APK of the library; null if it cannot be read. */
  signerOf(sha256: string): string | null {
    try {
      using zip = Zip.open(this.#library.files.pathOf(sha256));
      return signerOf(zip);
    } catch {
      // Damaged or removed: the headset will report that.
      return null;
    }
  }
}
