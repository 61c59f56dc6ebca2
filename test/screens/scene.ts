import type { Page } from 'playwright';

/** What a scene has set up: ids of headsets, plans and profiles by name. */
export type Scene = AsyncDisposable & {
  readonly ids: readonly string[];
  readonly named: Readonly<Record<string, string>>;
};

/** One picture. */
export type Shot = {
  readonly name: string;
  readonly path: (scene: Scene) => string;
  /** Goes where the picture is to be taken; returns when it stands still. */
  readonly act: (page: Page, scene: Scene) => Promise<void>;
};
