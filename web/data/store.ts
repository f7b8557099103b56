import { useSyncExternalStore } from 'react';

/** An event, and the functions that are called when it happens. */
export function createSignal<Value = void>() {
  const listeners = new Set<(value: Value) => void>();
  return {
    emit(value: Value): void {
      for (const listener of listeners) listener(value);
    },
    /** @returns a function that stops it */
    listen(listener: (value: Value) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** A value outside React, and the screens that follow it. */
export function createStore<Value>(initial: Value) {
  let value = initial;
  const { emit, listen: subscribe } = createSignal();
  const get = () => value;
  return {
    get,
    subscribe,
    set(next: Value): void {
      if (next === value) return;
      value = next;
      emit();
    },
    useValue: () => useSyncExternalStore(subscribe, get),
  };
}
