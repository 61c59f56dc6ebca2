/** One kind of news, from where it comes in to everyone who listens. */
export type Emitter<News> = {
  /** Listens; the answer ends it. */
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
