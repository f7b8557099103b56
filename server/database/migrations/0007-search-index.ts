import type { Migration } from 'kysely';

/** Made a search index of our own, which 0011 replaces with the engine's. New stores never have it. */
export const searchIndex: Migration = { up: async () => undefined };
