import { TextInput } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';

import { StateGlyph } from '../../ui/headset/state-glyph.tsx';
import { nameOf, type Slot } from '../cart/cart-progress.ts';

const ROW_PX = 36;
const PAGE_ROWS = 6;

type Props = {
  label: string;
  slots: readonly Slot[];
  /** Id of the selected slot. */
  chosenId: string | null;
  onChoose: (id: string) => void;
};

/**
 * Selects one slot of many by a part of its name or model; only visible ones are in the document. Enter selects the
 * focused one.
 */
export function SlotPicker({ label, slots, chosenId, onChoose }: Props): React.JSX.Element {
  const { t } = useTranslation('enrol');
  const listId = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const [wantedIndex, setActive] = useState(0);
  const shown = useMemo(() => matching(slots, text), [slots, text]);
  const active = Math.min(wantedIndex, shown.length - 1);
  // oxlint-disable-next-line react/incompatible-library -- its methods are never handed on as props, which is what the rule warns of
  const virtual = useVirtualizer({
    count: shown.length,
    getScrollElement: () => scroller.current,
    getItemKey: (index) => shown[index]?.headset.id ?? index,
    estimateSize: () => ROW_PX,
    overscan: 4,
  });
  const optionId = (index: number): string => `${listId}-${shown[index]?.headset.id}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const id = shown[active]?.headset.id;
    const target = moved(event.key, active, shown.length);
    if (target !== null) {
      setActive(target);
      virtual.scrollToIndex(target, { align: 'auto' });
    } else if (event.key === 'Enter' && id !== undefined && id !== chosenId) onChoose(id);
    else return;
    event.preventDefault();
  };
  return (
    <div className="grid tight">
      <TextInput
        label={label}
        data-autofocus
        role="combobox"
        aria-expanded
        aria-controls={listId}
        aria-activedescendant={active < 0 ? undefined : optionId(active)}
        aria-autocomplete="list"
        autoComplete="off"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setActive(0);
          virtual.scrollToOffset(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div ref={scroller} className="place-options framed" id={listId} role="listbox" aria-label={label}>
        <div className="virtual" role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ key, index, start }) => {
            const slot = shown[index];
            return (
              slot !== undefined && (
                <Option
                  key={key}
                  elementId={optionId(index)}
                  slot={slot}
                  at={{ position: index + 1, of: shown.length, top: start }}
                  isActive={index === active}
                  isChosen={slot.headset.id === chosenId}
                  onChoose={() => {
                    setActive(index);
                    onChoose(slot.headset.id);
                  }}
                />
              )
            );
          })}
        </div>
      </div>
      <p className="small faint" role="status">
        {shown.length === 0 ? t('swap.noneMatches', { text }) : t('swap.count', { count: shown.length })}
      </p>
    </div>
  );
}

type OptionProps = {
  elementId: string;
  slot: Slot;
  at: { readonly position: number; readonly of: number; readonly top: number };
  isActive: boolean;
  isChosen: boolean;
  onChoose: () => void;
};

function Option({ elementId, slot, at, isActive, isChosen, onChoose }: OptionProps): React.JSX.Element {
  const { t } = useTranslation('enrol');
  return (
    // The field above takes the keys; a pointer acts on the option itself.
    <div
      id={elementId}
      role="option"
      aria-selected={isChosen}
      aria-posinset={at.position}
      aria-setsize={at.of}
      className={`place-option hovers ${isActive ? 'active' : ''}`}
      style={{ transform: `translateY(${at.top}px)` }}
      onClick={onChoose}
    >
      <StateGlyph state={slot.state.state} size="s" />
      <b className="cut">{nameOf(slot.headset)}</b>
      <span className="small faint cut">{slot.headset.model ?? t(`slotState.${slot.state.state}`)}</span>
    </div>
  );
}

function matching(slots: readonly Slot[], text: string): readonly Slot[] {
  const words = text.trim().toLowerCase().split(/\s+/);
  return slots.filter(({ headset }) => {
    const haystack = `${nameOf(headset)} ${headset.model ?? ''}`.toLowerCase();
    return words.every((word) => haystack.includes(word));
  });
}

/**
 * Returns the next index in a list of `count`; null for a key that does not move, such as Home, which belongs to the
 * field.
 */
function moved(key: string, from: number, count: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: PAGE_ROWS,
    PageUp: -PAGE_ROWS,
  };
  const step = steps[key];
  return step === undefined || count === 0 ? null : Math.min(Math.max(from + step, 0), count - 1);
}
