import { create } from 'qrcode';
import { memo, useMemo } from 'react';

/** White modules required around the symbol. Source: ISO/IEC 18004, quiet zone of 4. */
const QUIET_ZONE = 4;

type Props = {
  text: string;
  /** Description for screen readers. */
  label: string;
};

/** A QR symbol, black on white in every theme, error correction M. */
export const QrCode = memo(function QrCode({ text, label }: Props): React.JSX.Element {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  const side = size + 2 * QUIET_ZONE;
  const box = `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`;
  return (
    <svg className="qr" viewBox={box} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={side} height={side} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
});

/** Returns one path for all dark modules, with the runs of a row joined. `size` in modules, without the quiet zone. */
export function qrPath(text: string): { readonly path: string; readonly size: number } {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column) === 0) continue;
      let length = 1;
      while (column + length < modules.size && modules.get(row, column + length) !== 0) length += 1;
      path += `M${column} ${row}h${length}v1h-${length}z`;
      column += length;
    }
  }
  return { path, size: modules.size };
}
