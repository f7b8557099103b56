import { describePhotoStore } from '../../tests/contracts/photo-store.contract.ts';
import { startS3Server } from '../../tests/harness/s3-server.ts';
import { createS3PhotoStore } from './s3.ts';

describePhotoStore('a bucket', async () => {
  const server = await startS3Server();
  return { store: createS3PhotoStore(server.settings), close: server.close };
});
