import type { Page } from 'playwright';

/** Objects that a scene has created: ids of headsets, plans and profiles by name. */
export type Scene = AsyncDisposable & {
  readonly ids: readonly string[];
  readonly named: Readonly<Record<string, string>>;
};

/** One screenshot. */
export type Shot = {
  readonly name: string;
  readonly path: (scene: Scene) => string;
  /** Navigates to the screenshot's screen; returns when it is stable. */
  readonly act: (page: Page, scene: Scene) => Promise<void>;
};
