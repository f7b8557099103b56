/** What migrations know of an engine. */
export type Engine = 'sqlite' | 'postgres';
