import { buildIfNeeded } from './build.ts';

export default (): void => buildIfNeeded();
