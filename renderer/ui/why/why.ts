/** Names the reason on its element, where the tip finds it. */
export const REASON = 'data-why';

type Blocked = {
  readonly 'aria-disabled'?: true;
  readonly 'aria-description'?: string;
  readonly [REASON]?: string;
  readonly onClickCapture?: (event: React.SyntheticEvent) => void;
};

/**
 * Returns the properties of a button or menu item that keeps its place while it cannot be pressed: it can still be
 * reached, and says why on focus, under the pointer and when it is pressed. Without a reason, it works as usual.
 */
export function blockedBy(why: string | false | null | undefined): Blocked {
  if (why === false || why === null || why === undefined) return {};
  return {
    'aria-disabled': true,
    'aria-description': why,
    [REASON]: why,
    onClickCapture: stop,
  };
}

/**
 * Returns the properties of a submit button while something is missing: pressing it goes to the first field that is
 * wrong or empty and says there what is missing.
 */
export function needs(missing: string | false | null | undefined): Pick<Blocked, 'onClickCapture'> {
  if (missing === false || missing === null || missing === undefined) return {};
  return {
    onClickCapture: (event) => {
      stop(event);
      if (event.currentTarget instanceof HTMLButtonElement) showMissing(event.currentTarget, missing);
    },
  };
}

/** The event after which the tip shows the reason of its target. */
export const WHY_EVENT = 'why';

/** Returns the closest element with a reason, and the reason. */
export function reasonAt(target: EventTarget | null): { element: HTMLElement; why: string } | null {
  const element = target instanceof Element ? target.closest<HTMLElement>(`[${REASON}]`) : null;
  const why = element?.getAttribute(REASON);
  return element === null || !why ? null : { element, why };
}

function stop(event: React.SyntheticEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

function showMissing(button: HTMLButtonElement, missing: string): void {
  const field = firstMissing(button.form) ?? button;
  field.setAttribute(REASON, missing);
  field.setAttribute('aria-description', missing);
  const clear = (): void => {
    field.removeAttribute(REASON);
    field.removeAttribute('aria-description');
  };
  for (const type of ['input', 'blur']) field.addEventListener(type, clear, { once: true });
  field.focus();
  field.dispatchEvent(new Event(WHY_EVENT, { bubbles: true }));
}

function firstMissing(form: HTMLFormElement | null): HTMLElement | undefined {
  const fields = [
    ...(form?.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
      'input:enabled:not([type="hidden"], [type="file"], [type="checkbox"], [type="radio"]), textarea:enabled, select:enabled',
    ) ?? []),
  ];
  return (
    fields.find((field) => field.getAttribute('aria-invalid') === 'true') ??
    fields.find((field) => field.value.trim() === '')
  );
}
