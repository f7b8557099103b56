import { buildIfNeeded } from '../harness/build.ts';

export default (): void => buildIfNeeded();
