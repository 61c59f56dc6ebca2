/** Publishes one kind of event to its subscribers. */
export type Emitter<Event> = {
  /** Subscribes. Returns a function that unsubscribes. */
  on(listener: (event: Event) => unknown): () => void;
  emit(event: Event): void;
};

export function openEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(event: Event) => unknown>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(event) {
      for (const listener of listeners) listener(event);
    },
  };
}
