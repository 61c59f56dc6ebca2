/** Publishes one kind of event to its subscribers. */
export type Emitter<News> = {
  /** Subscribes. Returns a function that unsubscribes. */
  on(listener: (news: News) => void): () => void;
  emit(news: News): void;
};

export function openEmitter<News>(): Emitter<News> {
  const listeners = new Set<(news: News) => void>();
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
