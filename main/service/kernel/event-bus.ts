/**
 * Publishes the domain events of a module to the modules above it, in order and in memory. The module that publishes
 * declares the type of its events. The store is the truth: publish after the commit.
 */
export class EventBus<Event extends { readonly enterpriseId: string }> {
  readonly #byEnterprise = new Map<string, Set<(event: Event) => void>>();
  readonly #all = new Set<(event: Event) => void>();

  /** Calls every subscriber, in the order of the subscriptions. */
  publish(event: Event): void {
    for (const listener of this.#byEnterprise.get(event.enterpriseId) ?? []) listener(event);
    for (const listener of this.#all) listener(event);
  }

  /** Subscribes to the events of an organisation. Returns a function that unsubscribes. */
  subscribe(enterpriseId: string, listener: (event: Event) => void): () => void {
    const listeners = this.#byEnterprise.get(enterpriseId) ?? new Set();
    this.#byEnterprise.set(enterpriseId, listeners.add(listener));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#byEnterprise.delete(enterpriseId);
    };
  }

  /** Subscribes to the events of every organisation. Returns a function that unsubscribes. */
  subscribeAll(listener: (event: Event) => void): () => void {
    this.#all.add(listener);
    return () => void this.#all.delete(listener);
  }
}
