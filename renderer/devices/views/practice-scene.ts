/** Paints the view of a practice headset: a moving scene with its name and the time. */
export function paintPractice(canvas: HTMLCanvasElement, name: string, timeMs: number): void {
  const pen = canvas.getContext('2d');
  if (pen === null) return;
  const { width, height } = canvas;
  const phase =
    Array.from(name).reduce((sum, letter) => (sum * 389 + letter.charCodeAt(0) * 61) % 997, 7) / 997;
  pen.fillStyle = '#16204f';
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#dfe6ff';
  for (let star = 0; star < 24; star += 1)
    pen.fillRect(
      ((((star * 37) % 97) / 97 + phase) % 1) * width,
      height * (0.1 + ((star * 53) % 60) / 110),
      2,
      2,
    );
  pen.fillStyle = '#3d6b4f';
  pen.fillRect(0, height * 0.78, width, height * 0.22);
  const turn = timeMs / 4_000 + phase * 6.28;
  pen.fillStyle = '#e0b15a';
  pen.beginPath();
  pen.arc(
    width * (0.5 + 0.32 * Math.cos(turn)),
    height * (0.45 + 0.1 * Math.sin(turn)),
    height * 0.17,
    0,
    6.3,
  );
  pen.fill();
  pen.fillStyle = '#ffffff';
  pen.font = `600 ${Math.round(height * 0.11)}px system-ui`;
  pen.fillText(name, width * 0.05, height * 0.93);
  pen.textAlign = 'right';
  pen.fillText(new Date(timeMs).toISOString().slice(11, 19), width * 0.95, height * 0.93);
  pen.textAlign = 'left';
}
