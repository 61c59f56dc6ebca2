import type { Page } from 'playwright';

/**
 * Returns what a person cannot see, read or press: the screen scrolls sideways, text is cut off by its surroundings, a
 * word is broken in its middle, a code or a failed value stands among words, something lies over a control, or a part
 * lacks the padding that its class promises. Empty if all is whole. Text that is shortened on purpose (with an ellipsis)
 * is cut only in headings and on controls.
 */
export function notWhole(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const SLACK_PX = 1.5;
    const found = new Set<string>();
    const nameOf = (element: Element): string => {
      const text = (element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40);
      const classes = [...element.classList].filter((each) => !/^m_|^mantine-[A-Z]/.test(each)).join('.');
      return `${element.tagName.toLowerCase()}${classes === '' ? '' : `.${classes}`} “${text}”`;
    };
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth)
      found.add(`scrolls sideways by ${root.scrollWidth - root.clientWidth}`);
    // The dialog alone, where one is open: what lies under it is covered on purpose.
    const dialogs = [...document.querySelectorAll('[role="dialog"]')].filter(
      (each) => each.getBoundingClientRect().width > 0,
    );
    const part = dialogs.at(-1) ?? document.body;
    const shown = (element: Element): boolean =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      element.closest('[aria-hidden="true"], [inert]') === null;
    /** For screen readers alone. */
    const isForEars = (element: Element): boolean => {
      for (let each: Element | null = element; each !== null; each = each.parentElement) {
        const { width, height } = each.getBoundingClientRect();
        const { clipPath, overflow } = getComputedStyle(each);
        if ((width <= 2 && height <= 2 && overflow !== 'visible') || clipPath.includes('inset(50%'))
          return true;
      }
      return false;
    };

    /** Shortened on purpose, where the rest is shown on hover or is not important. */
    const isShortened = (style: CSSStyleDeclaration, own: Element): boolean => {
      const isIntended =
        style.textOverflow === 'ellipsis' ||
        Number.parseInt(style.getPropertyValue('-webkit-line-clamp')) > 0;
      const matters = own.closest('button, h1, h2, [role="tab"], label, th') !== null;
      return isIntended && (!matters || own.closest('[title], [role="option"]') !== null);
    };
    /** Codes, addresses and paths, which nobody reads as words. */
    const isCode = (own: Element): boolean =>
      own.closest('code, pre, kbd, samp, textarea') !== null ||
      /mono/i.test(getComputedStyle(own).fontFamily);
    /** The longest word that every column has room for; what is longer is a name without spaces. */
    const MAX_WORD = 20;
    /** Looks for words that go on in the next line although nothing in them says that they may. */
    const findBroken = (node: Node, own: Element): void => {
      if (getComputedStyle(own).hyphens === 'auto') return;
      const text = node.textContent ?? '';
      for (const { 0: token, index } of text.matchAll(/[^\s\u200B]+/gu)) {
        // With figures, a point or a slash in it, it is an id, a file or an address.
        if (/[\d_@:/\\=]|\.\S/.test(token)) continue;
        for (const word of token.matchAll(/[\p{L}\p{M}’']+/gu)) {
          if (word[0].length < 2 || word[0].length > MAX_WORD) continue;
          const part = document.createRange();
          part.setStart(node, index + word.index);
          part.setEnd(node, index + word.index + word[0].length);
          const boxes = [...part.getClientRects()].filter(({ width }) => width > 0.5);
          const [first] = boxes;
          if (first !== undefined && boxes.some(({ top }) => top >= first.bottom - 2))
            found.add(`broken word: ${word[0]} in ${nameOf(own)}`);
        }
      }
    };
    const RAW = [
      /\b[A-Z][A-Z\d]*(?:_[A-Z\d]+)+\b/,
      /\b(?:undefined|NaN)\b|\[object /,
      /\b\d{4}-\d\d-\d\dT\d\d:\d\d/,
      /\b(?:display|audio|power|system|security|tracking|shortcuts|network)\.[a-z]\w+/,
    ];
    const lines: { readonly own: Element; readonly box: DOMRect }[] = [];
    /** A link that only appears with the focus waits above the page. */
    const linesOf = (range: Range, own: Element) =>
      [...range.getClientRects()]
        .filter(({ bottom, right }) => bottom > 0 && right > 0)
        .map((box) => ({ own, box }));
    const walker = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const own = node.parentElement;
      if (own === null || (node.textContent ?? '').trim() === '') continue;
      if (/^(STYLE|SCRIPT|OPTION|TITLE)$/i.test(own.tagName) || own.closest('svg') !== null) continue;
      if (!shown(own) || isForEars(own)) continue;
      if (!isCode(own)) {
        findBroken(node, own);
        const raw = RAW.map((each) => each.exec(node.textContent ?? '')?.[0]).find(
          (each) => each !== undefined,
        );
        if (raw !== undefined) found.add(`raw code: ${raw} in ${nameOf(own)}`);
      }
      const range = document.createRange();
      range.selectNodeContents(node);
      const box = range.getBoundingClientRect();
      if (box.width === 0) continue;
      let scrolls = false;
      let isCut = false;
      for (let each: Element | null = own; each !== null && each !== root; each = each.parentElement) {
        const style = getComputedStyle(each);
        const edge = each.getBoundingClientRect();
        const beyondX = Math.max(box.right - edge.right, edge.left - box.left);
        const beyondY = Math.max(box.bottom - edge.bottom, edge.top - box.top);
        const scrollsX = /auto|scroll/.test(style.overflowX);
        const scrollsY = /auto|scroll/.test(style.overflowY);
        if (scrollsX && each.scrollWidth > each.clientWidth + 1) scrolls = true;
        if (scrollsY && each.scrollHeight > each.clientHeight + 1) scrolls = true;
        if (scrolls) break;
        const hidesX = /hidden|clip/.test(style.overflowX) && beyondX > SLACK_PX;
        const hidesY = /hidden|clip/.test(style.overflowY) && beyondY > 4;
        isCut = hidesX || hidesY;
        if (isCut && !isShortened(style, own)) found.add(`cut: ${nameOf(own)}`);
        if (isCut || style.position === 'fixed') break;
      }
      // Of what is scrolled, a part may be out of sight, and other texts are where it would be.
      if (!scrolls && !isCut) lines.push(...linesOf(range, own));
      if (!scrolls && !isCut && (box.right > root.clientWidth + SLACK_PX || box.left < -SLACK_PX))
        found.add(`out of sight: ${nameOf(own)}`);
    }

    const isFloating = (element: Element | null): boolean => {
      // A menu lies over the page.
      if (element !== null && element.closest('[data-portal]') !== null) return true;
      for (let each = element; each !== null; each = each.parentElement) {
        if (/fixed|sticky/.test(getComputedStyle(each).position)) return true;
      }
      return false;
    };

    // Two texts over each other. Letters reach a little beyond their own line.
    const OVERLAP_PX = 4;
    for (const [index, { own, box }] of lines.entries()) {
      for (const other of lines.slice(index + 1)) {
        if (own === other.own || own.contains(other.own) || other.own.contains(own)) continue;
        const wide = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const high = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        if (wide <= OVERLAP_PX || high <= OVERLAP_PX) continue;
        if (isFloating(own) !== isFloating(other.own)) continue;
        found.add(`over each other: ${nameOf(own)} and ${nameOf(other.own)}`);
      }
    }

    const isScrolledAway = (element: Element, x: number, y: number): boolean => {
      for (let each = element.parentElement; each !== null; each = each.parentElement) {
        const box = each.getBoundingClientRect();
        const isOutside = x < box.left || x > box.right || y < box.top || y > box.bottom;
        if (isOutside && /auto|scroll|hidden|clip/.test(getComputedStyle(each).overflow)) return true;
      }
      return false;
    };
    for (const control of part.querySelectorAll('button, a[href], input, select, textarea')) {
      if (!shown(control) || isForEars(control)) continue;
      const { x, y, width, height } = control.getBoundingClientRect();
      const [midX, midY] = [x + width / 2, y + height / 2];
      if (midX < 0 || midY < 0 || midX >= root.clientWidth || midY >= root.clientHeight) continue;
      if (isScrolledAway(control, midX, midY)) continue;
      const top = document.elementFromPoint(midX, midY);
      if (top === null || top === control || control.contains(top) || top.contains(control)) continue;
      const label =
        control.id === '' ? null : document.querySelector(`label[for="${CSS.escape(control.id)}"]`);
      if (label?.contains(top) === true || top.closest('label')?.contains(control) === true) continue;
      if (isFloating(top) && !isFloating(control)) continue;
      // A field is covered by its own decoration, as the box of a checkbox.
      if (control.parentElement?.contains(top) === true && control.tagName === 'INPUT') continue;
      found.add(`covered: ${nameOf(control)} by ${nameOf(top)}`);
    }
    // Cannot be pressed, without saying why. What loads says so with its spinner.
    for (const control of part.querySelectorAll(':disabled, [aria-disabled="true"]')) {
      const set = control.closest('fieldset:disabled');
      const ids = [control, set].map((each) => each?.getAttribute('aria-describedby') ?? '').join(' ');
      const isSaid =
        /\S/.test(ids) ||
        ['aria-description', 'title', 'placeholder'].some((name) => control.getAttribute(name));
      const isWaiting = control.closest('[data-loading], [aria-busy="true"]') !== null;
      if (shown(control) && !isSaid && !isWaiting && !control.matches('fieldset, option'))
        found.add(`disabled without a reason: ${nameOf(control)}`);
    }
    // These classes mean nothing outside of the parts that their rules name.
    for (const each of part.querySelectorAll('.pad, .in')) {
      if (shown(each) && Number.parseFloat(getComputedStyle(each).paddingLeft) === 0)
        found.add(`without its padding: ${nameOf(each)}`);
    }
    // Panels that scroll sideways without being a table or a strip that is meant to.
    for (const each of part.querySelectorAll('*')) {
      if (each.scrollWidth <= each.clientWidth + 1 || !/auto|scroll/.test(getComputedStyle(each).overflowX))
        continue;
      // These may scroll: a map of months, a row of buttons, code. They have a visible edge and are reachable by
      // keyboard.
      if (each.matches('pre, textarea, .heat-map, .lesson-bar')) continue;
      // On a phone tables have their rows as blocks; a sheet of paper and a comparison of models stay what they are.
      const isPhone = root.clientWidth <= 640;
      if (each.querySelector(isPhone ? '.sheet, .matrix' : 'table') !== null) continue;
      if (each.clientWidth > 0 && shown(each)) found.add(`scrolls sideways: ${nameOf(each)}`);
    }
    return [...found];
  });
}
