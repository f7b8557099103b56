import type { DBSchema } from 'idb';
import type { NoteKind } from '../../../domain/notes.ts';
import { browserDatabase, inTransaction } from '../database.ts';
import type { Refusal } from '../outbox/outbox-entry.ts';
import { createStore } from '../store.ts';
import { tabChannel } from '../tab-channel.ts';

/**
 * Notes that were written while the server could not be reached, as this tab knows them; the truth is in the
 * browser's database, for all tabs, even after the browser has been closed. Beside the outbox, whose entries are
 * repairs.
 */

export interface KeptNote {
  /** Made with the note: sent twice, it is still one. */
  noteId: string;
  ticketNumber: string;
  kind: NoteKind;
  text: string | null;
  /** ISO */
  writtenAt: string;
  /** Who was at the computer then; null for no one. */
  initials: string | null;
  /** It waits for staff, not for the server. */
  refusal: Refusal | null;
}

interface NoteSchema extends DBSchema {
  notes: { key: string; value: KeptNote & { order: number }; indexes: { order: number } };
}

const inDatabase = browserDatabase<NoteSchema>('kept-notes', (database) => {
  const notes = database.createObjectStore('notes', { keyPath: 'noteId' });
  notes.createIndex('order', 'order', { unique: true });
});

const state = createStore<readonly KeptNote[]>([]);

const readAll = () => inDatabase((database) => database.getAllFromIndex('notes', 'order'));

/** Each tab reloads what another one changed. */
const tabs = tabChannel('kept-notes', () => void refresh());

let latestRead = 0;

async function refresh(): Promise<void> {
  latestRead += 1;
  const thisRead = latestRead;
  const notes = await readAll().catch((): KeptNote[] => []);
  // A later change has been read meanwhile.
  if (thisRead === latestRead) state.set(notes);
}

/** @throws DOMException if the browser forbids or refuses it */
async function change(use: Parameters<typeof inDatabase<unknown>>[0]): Promise<void> {
  await inDatabase(use);
  tabs.tell();
  await refresh();
}

export const keptNotes = {
  current: state.get,
  subscribe: state.subscribe,
  refresh,
  read: readAll,

  /** Behind those that wait already. @throws DOMException if the browser keeps nothing */
  async add(note: KeptNote): Promise<void> {
    await change((database) =>
      inTransaction(
        database.transaction('notes', 'readwrite', { durability: 'strict' }),
        async ({ store }) => {
          const last = await store.index('order').openCursor(null, 'prev');
          await store.put({ ...note, order: (last?.value.order ?? 0) + 1 });
        },
      ),
    );
    // So that the browser doesn't evict it when the disk gets full; it may refuse.
    void globalThis.navigator.storage?.persist?.().catch(() => undefined);
  },

  remove: (noteId: string) => change((database) => database.delete('notes', noteId)),

  /** @param refusal null to send it again */
  noteRefusal: (noteId: string, refusal: Refusal | null) =>
    change((database) =>
      inTransaction(database.transaction('notes', 'readwrite'), async ({ store }) => {
        const note = await store.get(noteId);
        if (note !== undefined) await store.put({ ...note, refusal });
      }),
    ),
};

export const useKeptNotes = state.useValue;

/** Read when the page loads, so that a logout knows what isn't sent yet. */
void refresh();
