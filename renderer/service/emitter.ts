/** Publishes one kind of event to its subscribers. */
export type Emitter<Event> = {
  /** Subscribes. Returns a function that unsubscribes. */
  on(listener: (news: Event) => void): () => void;
  emit(news: Event): void;
};

export function openEmitter<Event>(): Emitter<Event> {
  const listeners = new Set<(news: Event) => void>();
  return {
    on(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    emit(news) {
      for (const listener of listeners) listener(news);
    },
  };
}
