import { readMoveWords } from '../../scripts/moves/words.ts';
import { cancelMove } from '../../server/moves/cancel.ts';
import { moveShop } from '../../server/moves/move.ts';
import type { MoveListener } from '../../server/moves/progress.ts';

/**
 * A move that is killed at a certain step, as by the power going: `WHAT TABLE DONE` and the words of the
 * command. With `stop` in front it is asked to end there instead. `say WORD 0` is where it says that word.
 */

const isAsked = process.argv[2] === 'stop';
const [what, table, done, ...words] = process.argv.slice(isAsked ? 3 : 2);
const read = readMoveWords(words, process.env);
if (read === null) throw new Error('Say where to');

let isStopped = false;
const listener: MoveListener = {
  onProgress: (progress) => {
    const isThere =
      progress.what === what && (progress.table ?? '') === table && progress.done >= Number(done);
    if (!isThere) return;
    if (!isAsked) process.kill(process.pid, 'SIGKILL');
    isStopped = true;
  },
  say: (sentence) => {
    console.log(sentence);
    if (what === 'say' && sentence.includes(table ?? '')) process.kill(process.pid, 'SIGKILL');
  },
  checkpoint: () => {
    if (isStopped) throw new Error('stopped');
  },
};
const task = { ...read, listener, clock: Date.now };
await (read.isCancelling ? cancelMove(task) : moveShop(task));
console.log('Survived');
