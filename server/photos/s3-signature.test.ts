import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import { describe, expect, it } from 'vitest';
import { refusalOf, signatureOf } from '../../tests/harness/signature-v4.ts';

/**
 * The published examples of "Signature Calculations for the Authorization Header: Transferring
 * Payload in a Single Chunk" (Amazon S3 API reference, sig-v4-header-based-auth): the judge of the
 * product's signatures must agree with Amazon before it judges anybody.
 */
const credentials = {
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const common = {
  host: 'examplebucket.s3.amazonaws.com',
  'x-amz-date': '20130524T000000Z',
  'x-amz-content-sha256': sha256(''),
};
const then = Date.parse('2013-05-24T00:00:00Z');

const published = [
  {
    what: 'GET Object',
    method: 'GET',
    target: '/test.txt',
    headers: { ...common, range: 'bytes=0-9' },
    signature: 'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  },
  {
    what: 'PUT Object',
    method: 'PUT',
    target: '/test$file.text',
    headers: {
      ...common,
      date: 'Fri, 24 May 2013 00:00:00 GMT',
      'x-amz-storage-class': 'REDUCED_REDUNDANCY',
      'x-amz-content-sha256': sha256('Welcome to Amazon S3.'),
    },
    signature: '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  },
  {
    what: 'GET Bucket Lifecycle',
    method: 'GET',
    target: '/?lifecycle',
    headers: common,
    signature: 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  },
  {
    what: 'GET Bucket (List Objects)',
    method: 'GET',
    target: '/?max-keys=2&prefix=J',
    headers: common,
    signature: '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  },
];

function authorizationOf(names: readonly string[], signature: string, day = '20130524') {
  const scope = `${credentials.accessKeyId}/${day}/us-east-1/s3/aws4_request`;
  return `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${names.join(';')},Signature=${signature}`;
}

describe('the judge of signatures', () => {
  it.each(published)('agrees with Amazon on $what, and believes it', (example) => {
    const { method, target, headers, signature } = example;
    const names = Object.keys(headers).sort();
    expect(signatureOf({ method, target, headers }, names, credentials)).toBe(signature);
    const authorization = authorizationOf(names, signature);
    const request = { method, target, headers: { ...headers, authorization } };
    expect(refusalOf(request, credentials, then)).toBeNull();
  });

  it.each(published)(
    'is of one mind with what the product signs with on $what',
    async (example) => {
      const { method, target, headers, signature } = example;
      const { host, ...others } = headers;
      const signer = new AwsV4Signer({
        method,
        url: `https://${host}${target}`,
        headers: others,
        ...credentials,
        service: 's3',
        datetime: '20130524T000000Z',
        allHeaders: true,
      });
      const signed = await signer.sign();
      expect(signed.headers.get('authorization')).toContain(`Signature=${signature}`);
    },
  );

  const [example] = published;
  const names = Object.keys(example?.headers ?? {}).sort();
  const request = (changes: {
    method?: string;
    target?: string;
    headers?: Record<string, string>;
  }) => ({
    method: changes.method ?? 'GET',
    target: changes.target ?? '/test.txt',
    headers: {
      ...example?.headers,
      authorization: authorizationOf(names, example?.signature ?? ''),
      ...changes.headers,
    },
  });

  it.each([
    ['another method', { method: 'DELETE' }],
    ['another key', { target: '/other.txt' }],
    ['a question more', { target: '/test.txt?versionId=1' }],
    ['another range', { headers: { range: 'bytes=0-99' } }],
    ['another body', { headers: { 'x-amz-content-sha256': sha256('x') } }],
    ['another host', { headers: { host: 'other.s3.amazonaws.com' } }],
    [
      'one digit of the signature',
      { headers: { authorization: authorizationOf(names, 'f'.repeat(64)) } },
    ],
  ])('does not believe a request with %s', (_what, changes) => {
    expect(refusalOf(request(changes), credentials, then)).toMatchObject({
      status: 403,
      code: 'SignatureDoesNotMatch',
    });
  });

  it.each([
    ['that is not signed at all', { authorization: '' }, 'AuthorizationHeaderMalformed'],
    ['with a header that was slipped in', { 'x-amz-acl': 'public-read' }, 'AccessDenied'],
    [
      'of another day than its key',
      { authorization: authorizationOf(names, 'f'.repeat(64), '20130525') },
      'AuthorizationHeaderMalformed',
    ],
    [
      'whose signed headers are out of order',
      { authorization: authorizationOf([...names].reverse(), 'f'.repeat(64)) },
      'AuthorizationHeaderMalformed',
    ],
  ])('refuses a request %s', (_what, headers, code) => {
    expect(refusalOf(request({ headers }), credentials, then)).toMatchObject({ code });
  });

  it('looks at the clock, the region and the key', () => {
    const minutes = 60_000;
    expect(refusalOf(request({}), credentials, then + 14 * minutes)).toBeNull();
    for (const minute of [-16, 16]) {
      expect(refusalOf(request({}), credentials, then + minute * minutes)).toMatchObject({
        code: 'RequestTimeTooSkewed',
      });
    }
    expect(refusalOf(request({}), { ...credentials, region: 'eu-west-1' }, then)).toMatchObject({
      status: 400,
      code: 'AuthorizationHeaderMalformed',
    });
    expect(refusalOf(request({}), { ...credentials, accessKeyId: 'x' }, then)).toMatchObject({
      code: 'InvalidAccessKeyId',
    });
  });

  it('takes a secret for what it is, not for what resembles it', () => {
    const other = { ...credentials, secretAccessKey: `${credentials.secretAccessKey}x` };
    expect(refusalOf(request({}), other, then)).toMatchObject({ code: 'SignatureDoesNotMatch' });
  });
});
