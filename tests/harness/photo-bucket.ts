/** A bucket's settings where nothing is asked of it. */
export const photoBucket = {
  endpoint: 'https://s3.example',
  region: 'auto',
  bucket: 'photos',
  prefix: '',
  accessKeyId: 'id',
  secretAccessKey: 'secret',
};
