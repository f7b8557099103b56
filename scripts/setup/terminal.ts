import { clearLine, createInterface, cursorTo, emitKeypressEvents } from 'node:readline';
import { type Readable, Writable } from 'node:stream';

/** Questions to a person at a terminal, on Node's own line editor. */

/** Ctrl-C. */
export class Cancelled extends Error {}

/** Ctrl-D, a closed window: nobody is there to answer any more. */
export class InputEnded extends Error {}

export interface Terminal {
  say(text: string): void;
  /** @returns the line as it was edited; without a prefill what was typed */
  ask(question: string, prefill?: string): Promise<string>;
  /** Shows a dot for each letter. */
  askSecret(question: string): Promise<string>;
  askYesNo(question: string): Promise<boolean>;
  close(): void;
}

/** The length of a password is nobody's business beyond this, and the dots stay on one line. */
const mostDots = 24;

type Output = Writable & { columns?: number };

/** Lets the line editor write only while what is typed may be seen. */
function createGate(output: Output) {
  let isOpen = true;
  const gate: Output = new Writable({
    write: (chunk, _encoding, done) => {
      if (isOpen) output.write(chunk);
      done();
    },
  });
  Object.defineProperty(gate, 'columns', { get: () => output.columns });
  output.on('resize', () => gate.emit('resize'));
  return {
    gate,
    set: (open: boolean) => {
      isOpen = open;
    },
  };
}

export function openTerminal(input: Readable, output: Output): Terminal {
  const { gate, set: setVisible } = createGate(output);
  emitKeypressEvents(input);
  // Without a history: the arrow up would bring a password back.
  const editor = createInterface({ input, output: gate, terminal: true, historySize: 0 });
  let isClosed = false;
  let pending: { resolve: (line: string) => void; reject: (error: Error) => void } | null = null;

  editor.on('line', (line) => pending?.resolve(line));
  editor.on('SIGINT', () => pending?.reject(new Cancelled()));
  editor.on('close', () => {
    isClosed = true;
    pending?.reject(new InputEnded());
  });

  async function readLine(question: string, prefill: string): Promise<string> {
    if (isClosed) throw new InputEnded();
    const answer = new Promise<string>((resolve, reject) => {
      pending = { resolve, reject };
    });
    editor.setPrompt(question);
    editor.prompt();
    if (prefill !== '') editor.write(prefill);
    try {
      return await answer;
    } finally {
      pending = null;
    }
  }

  const say = (text: string) => {
    output.write(`${text}\n`);
  };

  return {
    say,
    ask: (question, prefill = '') => readLine(question, prefill),
    async askSecret(question) {
      const draw = () => {
        cursorTo(output, 0);
        clearLine(output, 1);
        output.write(question + '•'.repeat(Math.min(editor.line.length, mostDots)));
      };
      // Enter empties the line, and the dots are to stay.
      const onKey = (_typed: unknown, { name }: { name?: string }) => {
        if (name !== 'return' && name !== 'enter') draw();
      };
      setVisible(false);
      input.on('keypress', onKey);
      try {
        const answer = readLine(question, '');
        draw();
        return await answer;
      } finally {
        input.off('keypress', onKey);
        setVisible(true);
        output.write('\n');
      }
    },
    async askYesNo(question) {
      for (;;) {
        const answer = (await readLine(`${question} (yes/no) `, '')).trim().toLowerCase();
        if (answer === 'y' || answer === 'yes') return true;
        if (answer === 'n' || answer === 'no') return false;
        say('  Please answer yes or no.');
      }
    },
    close: () => {
      editor.close();
    },
  };
}
