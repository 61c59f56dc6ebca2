/** A key as it is printed on the keyboard. */
export function KeyCap({ children }: { children: string }): React.JSX.Element {
  return <kbd className="key">{children}</kbd>;
}
