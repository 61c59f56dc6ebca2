import { z } from 'zod';

/** Position and size of the window, in the system's own points. */
export const placeSchema = z.object({
  x: z.int(),
  y: z.int(),
  width: z.int().min(1),
  height: z.int().min(1),
  isMaximized: z.boolean(),
});
export type WindowBounds = z.infer<typeof placeSchema>;

/** The part of a screen that windows may use. */
type Area = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** Minimum size at which every screen of the interface works. */
export const LEAST = { width: 960, height: 600 } as const;
const DEFAULT_SIZE = { width: 1280, height: 800 } as const;

/** How much of the window must be visible on a screen, so that a person can find and move it. */
const VISIBLE = 120;

/**
 * Returns where to open the window: its last place, as far as the current screens allow. Without a position if it was
 * on a screen that is gone.
 */
export function fitBounds(
  stored: WindowBounds | undefined,
  areas: readonly Area[],
): { width: number; height: number; x?: number; y?: number; isMaximized: boolean } {
  const largest = areas.reduce(
    (a, b) => (a.width * a.height >= b.width * b.height ? a : b),
    areas[0] ?? { x: 0, y: 0, ...DEFAULT_SIZE },
  );
  const within = (request: number, least: number, max: number): number =>
    Math.max(least, Math.min(request, max));
  const { width: desiredWidth, height: desiredHeight } = stored ?? DEFAULT_SIZE;
  const width = within(desiredWidth, LEAST.width, largest.width);
  const height = within(desiredHeight, LEAST.height, largest.height);
  if (stored === undefined) return { width, height, isMaximized: false };
  const isVisible = areas.some((area) => {
    const overlapX = Math.min(stored.x + width, area.x + area.width) - Math.max(stored.x, area.x);
    // The window is moved by its title bar.
    return overlapX >= VISIBLE && stored.y >= area.y && stored.y <= area.y + area.height - VISIBLE;
  });
  const at = isVisible ? { x: stored.x, y: stored.y } : {};
  return { width, height, ...at, isMaximized: stored.isMaximized };
}
