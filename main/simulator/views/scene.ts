import { CELLS, cellsOf } from './clock-strip.ts';
import { dotsOf } from './glyphs.ts';

/** Luma and chroma of a colour, 0 to 255. */
type Colour = readonly [y: number, u: number, v: number];

const SKY: Colour = [52, 148, 118];
const STAR: Colour = [220, 128, 128];
const GROUND: Colour = [92, 104, 92];
const PLANET: Colour = [170, 84, 158];
const WHITE: Colour = [235, 128, 128];
const BLACK: Colour = [16, 128, 128];

/** A picture in the format of video encoders: luma, then both chromas at half the size (I420). Sides are even. */
export type Frame = { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray };

/**
 * The moving scene of a simulated headset at a time (ms): its name, the time as text, and the time in cells along the
 * top.
 */
export class Scene {
  readonly #name: string;
  readonly #phase: number;

  constructor(name: string) {
    this.#name = name.slice(0, 16);
    this.#phase =
      Array.from(name).reduce((sum, letter) => (sum * 389 + letter.charCodeAt(0) * 61) % 997, 7) / 997;
  }

  paint(width: number, height: number, timeMs: number): Frame {
    const canvas = new Canvas(width, height);
    canvas.fill([0, 0, width, height], SKY);
    for (let star = 0; star < 24; star += 1) {
      const x = ((star * 37) % 97) / 97 + this.#phase;
      canvas.fill([(x % 1) * width, height * (0.2 + ((star * 53) % 60) / 130), 2, 2], STAR);
    }
    canvas.fill([0, height * 0.78, width, height * 0.22], GROUND);
    const turn = timeMs / 4_000 + this.#phase * 6.28;
    const radius = height * 0.16;
    canvas.disc(
      width * (0.5 + 0.32 * Math.cos(turn)),
      height * (0.48 + 0.1 * Math.sin(turn)),
      radius,
      PLANET,
    );
    const dot = Math.max(2, Math.floor(width / 320) * 2);
    canvas.text(this.#name, width * 0.06, height * 0.82, dot);
    canvas.text(new Date(timeMs).toISOString().slice(11, 23), width * 0.36, height * 0.82, dot);
    const cell = width / CELLS;
    for (const [at, isWhite] of cellsOf(timeMs).entries())
      canvas.fill([at * cell, 0, cell, cell], isWhite ? WHITE : BLACK);
    return { width, height, data: canvas.data };
  }
}

class Canvas {
  readonly data: Uint8ClampedArray;
  readonly #width: number;
  readonly #height: number;

  constructor(width: number, height: number) {
    this.#width = width;
    this.#height = height;
    this.data = new Uint8ClampedArray((width * height * 3) / 2);
  }

  /** Fills a rectangle: left, top, width and height, on even pixels. */
  fill([x, y, width, height]: readonly [number, number, number, number], [luma, u, v]: Colour): void {
    const [left, right] = [even(x, this.#width), even(x + width, this.#width)];
    const [top, bottom] = [even(y, this.#height), even(y + height, this.#height)];
    for (let row = top; row < bottom; row += 1)
      this.data.fill(luma, row * this.#width + left, row * this.#width + right);
    const half = this.#width / 2;
    const first = this.#width * this.#height;
    const second = first + first / 4;
    for (let row = top / 2; row < bottom / 2; row += 1) {
      this.data.fill(u, first + row * half + left / 2, first + row * half + right / 2);
      this.data.fill(v, second + row * half + left / 2, second + row * half + right / 2);
    }
  }

  disc(x: number, y: number, radius: number, colour: Colour): void {
    for (let row = -radius; row < radius; row += 2) {
      const half = Math.sqrt(radius * radius - row * row);
      this.fill([x - half, y + row, 2 * half, 2], colour);
    }
  }

  text(text: string, x: number, y: number, dot: number): void {
    for (const each of dotsOf(text)) this.fill([x + each.x * dot, y + each.y * dot, dot, dot], WHITE);
  }
}

function even(value: number, max: number): number {
  return Math.min(max, Math.max(0, Math.round(value / 2) * 2));
}

/** Converts to red, green, blue and opacity, for encoders of still pictures. */
export function toRgba({ width, height, data }: Frame): Buffer {
  const out = Buffer.alloc(width * height * 4, 255);
  const first = width * height;
  const second = first + first / 4;
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const chroma = (row >> 1) * (width / 2) + (column >> 1);
      const luma = 1.164 * ((data[row * width + column] ?? 0) - 16);
      const u = (data[first + chroma] ?? 0) - 128;
      const v = (data[second + chroma] ?? 0) - 128;
      const at = (row * width + column) * 4;
      out[at] = clamp(luma + 1.596 * v);
      out[at + 1] = clamp(luma - 0.392 * u - 0.813 * v);
      out[at + 2] = clamp(luma + 2.017 * u);
    }
  }
  return out;
}

function clamp(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : value;
}
